import { once } from 'node:events';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Objects put, and the bytes of their bodies as they went over the wire. */
export interface Puts {
  objects: number;
  bytes: number;
}

export interface CountingProxy extends AsyncDisposable {
  url: string;
  /** What has been stored since the last call. */
  take(): Puts;
}

/** Stands before an S3 gateway and counts what is stored there. Requests pass unchanged, so that signatures hold. */
export async function startCountingProxy(endpoint: string): Promise<CountingProxy> {
  let puts: Puts = { objects: 0, bytes: 0 };
  const { hostname, port } = new URL(endpoint);

  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    let bytes = 0;
    const onward = forward({ hostname, port, method, path: url, headers, setHost: false }, (answer) => {
      if (method === 'PUT' && answer.statusCode === 200) {
        puts = { objects: puts.objects + 1, bytes: puts.bytes + bytes };
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.on('data', (chunk: Buffer) => (bytes += chunk.length)).pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = puts;
      puts = { objects: 0, bytes: 0 };
      return taken;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
