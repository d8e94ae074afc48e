import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LoopbackServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  url: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** An HTTP server on a free port of loopback. A handler that throws answers 500 with its message. */
export async function serve(handler: Handler): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    Promise.resolve(handler(request, response)).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The whole body of a request, as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
}
