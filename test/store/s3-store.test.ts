import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';

/** What a gateway that works cannot be made to do: each test says how the server treats the n-th request (from 1). */
type Behaviour = (request: IncomingMessage, response: ServerResponse, n: number) => void;

let server: Server;
let behave: Behaviour;
let requests: number;
let store: Store;

beforeEach(async () => {
  requests = 0;
  server = createServer((request, response) => {
    request.resume().on('end', () => behave(request, response, (requests += 1)));
  });
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  store = openStore('s3://bucket/prefix');
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

function answer(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(status < 300 ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code><Message>m</Message></Error>`);
}

const put = (): Promise<unknown> => store.put('claims/1', Buffer.from('x'));

describe('an S3 store', () => {
  test('addresses buckets by path where an endpoint is set, and asks for a new object only', async () => {
    let seen: IncomingMessage | undefined;
    behave = (request, response) => {
      seen = request;
      answer(response, 200, '');
    };
    expect(await put()).toBe('created');
    expect(seen?.url).toMatch(/^\/bucket\/prefix\/claims\/1(\?|$)/);
    expect(seen?.headers['if-none-match']).toBe('*');
  });

  test.each([
    [409, 'ConditionalRequestConflict'],
    [503, 'SlowDown'],
    [500, 'InternalError'],
  ])('a put that is answered %i %s is tried again', async (status, code) => {
    behave = (_, response, n) => answer(response, n < 3 ? status : 200, code);
    expect(await put()).toBe('created');
    expect(requests).toBe(3);
  });

  test.each([
    [409, 'ConditionalRequestConflict'],
    [503, 'SlowDown'],
  ])('%i %s without end is an error that a later attempt may mend', async (status, code) => {
    behave = (_, response) => answer(response, status, code);
    await expect(put()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: `The store failed (${status} ${code}) [bucket=bucket, key=prefix/claims/1]`,
    });
    expect(requests).toBe(3);
  });

  test('a put whose acknowledgement is lost finds its own object', async () => {
    behave = (_, response, n) => (n === 1 ? response.destroy() : answer(response, 412, 'PreconditionFailed'));
    expect(await put()).toBe('existed');
    expect(requests).toBe(2);
  });

  test('a connection that breaks every time is an error that a later attempt may mend', async () => {
    behave = (_, response) => response.destroy();
    await expect(put()).rejects.toMatchObject({ code: 'store_unavailable', hint: expect.any(String) });
  });

  test('an object that breaks off half-way is an error, not a shorter object', async () => {
    behave = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half', () => response.destroy());
    };
    await expect(store.get('a')).rejects.toMatchObject({ code: 'store_unavailable' });
  });

  test('a denial is not tried again', async () => {
    behave = (_, response) => answer(response, 403, 'AccessDenied');
    await expect(put()).rejects.toMatchObject({
      code: 'store_denied',
      hint: expect.stringContaining('s3:PutObject'),
    });
    expect(requests).toBe(1);
  });

  test('a missing bucket is not a missing object', async () => {
    behave = (_, response) => answer(response, 404, 'NoSuchBucket');
    await expect(store.find('a')).rejects.toMatchObject({ code: 'store_denied' });
  });

  test('an abort ends a request that hangs', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    behave = () => controller.abort(reason);
    await expect(store.get('a', { signal: controller.signal })).rejects.toBe(reason);
    await expect(store.put('a', Buffer.from('x'), { signal: controller.signal })).rejects.toBe(reason);
  });

  test('an object of a batch that could not be removed is an error that names it', async () => {
    behave = (_, response) => {
      const error = '<Error><Key>prefix/a</Key><Code>AccessDenied</Code><Message>m</Message></Error>';
      response.end(`<?xml version="1.0"?><DeleteResult>${error}</DeleteResult>`);
    };
    await expect(store.remove(['a'])).rejects.toMatchObject({
      code: 'store_denied',
      message: expect.stringContaining('key=prefix/a'),
    });
  });

  test('a store that overwrites in spite of If-None-Match fails its check', async () => {
    behave = (_, response) => answer(response, 200, '');
    await expect(store.check()).rejects.toMatchObject({
      code: 'store_denied',
      message: expect.stringContaining('If-None-Match'),
    });
  });

  test('a store that nobody serves fails its check with the address', async () => {
    const address = server.address() as AddressInfo;
    server.close();
    await expect(store.check()).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining(`127.0.0.1:${address.port}`),
      hint: expect.stringContaining('AWS_ENDPOINT_URL_S3'),
    });
  });
});
