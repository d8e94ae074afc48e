import { afterEach, describe, expect, test, vi } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';

afterEach(() => vi.unstubAllEnvs());

describe('openStore', () => {
  test.each([
    ['s3://bucket', 's3://bucket'],
    ['s3://bucket/', 's3://bucket'],
    ['s3://bucket/a/b/', 's3://bucket/a/b'],
    ['file:///var/data', 'file:///var/data'],
    ['file:///var/my%20data/', 'file:///var/my%20data'],
  ])('%s has the root %s', (url, root) => {
    expect(openStore(url).root).toBe(root);
  });

  test.each([
    '',
    'bucket',
    '/var/data',
    'http://bucket',
    's3://',
    's3://Bucket',
    's3://b/../other',
    's3://bucket//a',
    's3://bucket/a b',
    's3:bucket',
    'file://',
    'file:///',
    'file:var/data',
    'file://host/var/data',
    'file:///var/data?x',
    'file:///var/%2Fdata',
  ])('%j is refused with the forms that are not', (url) => {
    expect(() => openStore(url)).toThrow(
      expect.objectContaining({
        code: 'invalid_configuration',
        message: expect.stringContaining(`[store=${url}]`),
        hint: 'Set SKILLRUN_STORE to s3://bucket/prefix or file:///dir',
      }),
    );
  });

  test('an endpoint that is no URL is refused', () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', 'localhost');
    expect(() => openStore('s3://bucket')).toThrow(
      expect.objectContaining({
        code: 'invalid_configuration',
        message: expect.stringContaining('endpoint=localhost'),
      }),
    );
  });
});
