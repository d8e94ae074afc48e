import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(ROOT, path), 'utf8');

/** The part of the Compose specification that our file uses; anything else in it is a slip. */
const service = z.strictObject({
  image: z.string().regex(/^[a-z0-9/-]+:v?\d+\.\d+[\w.-]*$/, 'has to be pinned to a version'),
  build: z.strictObject({ context: z.string(), dockerfile: z.string() }).optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
    .default({}),
  environment: z.record(z.string(), z.string().nullable()).default({}),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/, 'has to be published to this machine only')).default([]),
  volumes: z.array(z.string()).default([]),
  healthcheck: z
    .strictObject({
      test: z.tuple([z.literal('CMD')], z.string()),
      interval: z.string(),
      timeout: z.string(),
      retries: z.int(),
    })
    .optional(),
  security_opt: z.array(z.string()).optional(),
  init: z.boolean().optional(),
  stop_grace_period: z.string().optional(),
  restart: z.string().regex(/^(unless-stopped|on-failure:\d+)$/),
});
const file = z.strictObject({
  name: z.string(),
  'x-temporal-client': z.unknown(),
  'x-store': z.unknown(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

const { services, volumes } = file.parse(parse(read('docker-compose.yml'), { merge: true }));
const each = Object.entries(services);

describe('docker-compose.yml', () => {
  test('waits only for services that can get there', () => {
    for (const [name, { depends_on }] of each) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const { healthcheck, restart } = services[other] ?? {};
        if (condition === 'service_healthy') expect(healthcheck, `${name} waits for ${other}`).toBeDefined();
        else expect(restart, `${name} waits for the end of ${other}`).toMatch(/^on-failure/);
      }
    }
  });

  test('mounts files of the repository and volumes that it declares', () => {
    const sources = each.flatMap(([, { volumes }]) => volumes.map((mount) => mount.split(':')[0] ?? ''));
    const files = sources.filter((source) => source.startsWith('./'));
    expect(files.filter((path) => !existsSync(resolve(ROOT, path)))).toEqual([]);
    expect(sources.filter((source) => !source.startsWith('./')).toSorted()).toEqual(Object.keys(volumes).toSorted());
  });

  test('gives workers the addresses and keys of its own Temporal and S3', () => {
    const gateway = services['s3']!;
    for (const name of ['prepare', 'worker']) {
      const { environment, build } = services[name]!;
      expect(environment).toMatchObject({
        TEMPORAL_ADDRESS: 'temporal:7233',
        AWS_ENDPOINT_URL_S3: 'http://s3:7070',
        AWS_ACCESS_KEY_ID: gateway.environment['ROOT_ACCESS_KEY_ID'],
        AWS_SECRET_ACCESS_KEY: gateway.environment['ROOT_SECRET_ACCESS_KEY'],
      });
      expect(existsSync(resolve(ROOT, build!.dockerfile))).toBe(true);
    }
  });

  test('names the image of workers after the version of the package', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    for (const name of ['prepare', 'worker']) expect(services[name]!.image).toBe(`skillrun-worker:${version}`);
  });
});

describe('the image of workers', () => {
  const dockerfile = read('infra/worker/Dockerfile');

  test('is built from files of the repository that are not ignored', () => {
    const ignored = read('.dockerignore').trim().split('\n');
    const sources = [...dockerfile.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, list = '']) => list.split(' '));
    expect(sources).toContain('skills');
    expect(sources.filter((path) => !existsSync(resolve(ROOT, path)) || ignored.includes(path))).toEqual([]);
  });

  test('has the Node that we test with', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version?: string }> };
    expect(dockerfile).toContain(`FROM node:${lock.packages['node_modules/node']?.version}-bookworm-slim`);
  });

  test('runs as another user than root', () => {
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});
