import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, serve, type LoopbackServer } from '../loopback-server.ts';

interface Item {
  id: number;
  name: string;
  cents: number;
}

interface Received {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ApiServer extends LoopbackServer {
  items: Item[];
  received: Received[];
}

type Send = (status: number, value: unknown, headers?: Record<string, string>) => void;

/** A request that came in, and the means to answer it. */
interface Exchange {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  send: Send;
  /** How many requests came to this path, this one included. */
  times: number;
}

/** An API on loopback that wants a bearer token: items that can be changed, and lists paged in three ways. */
export async function openApiServer(token: string): Promise<ApiServer> {
  const items: Item[] = [1, 2, 3, 4, 5].map((id) => ({ id, name: `tea & coffee ${id}`, cents: id * 100 }));
  const received: Received[] = [];

  const server = await serve(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://api');
    const body = await bodyOf(request);
    received.push({ method: request.method ?? '', path: url.pathname, headers: request.headers, body });
    const send: Send = (status, value, headers) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    const times = received.filter(({ path }) => path === url.pathname).length;
    const open = openPaths[url.pathname];
    if (open !== undefined) return open({ url, request, response, send, times });
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { error: 'a valid token is required' });
    switch (url.pathname) {
      case '/linked':
      case '/cursor':
        return sendList(url, items, send);
      case '/upload':
        return send(200, { type: request.headers['content-type']?.split(';')[0], bytes: body.length });
      case '/jobs/1':
        return send(200, { state: times < 3 ? 'running' : 'done' });
    }
    if (url.pathname === '/items' && request.method === 'GET') return sendPage(url, items, send);
    return changeItems(request.method ?? '', url.pathname, body, items, send);
  });
  return { ...server, items, received };
}

/** Paths that want no token: each shows one way in which a server answers. */
const openPaths: Record<string, (exchange: Exchange) => void> = {
  '/busy': ({ send, times }) =>
    times < 3 ? send(503, { error: 'busy' }, { 'retry-after': '0' }) : send(200, { ready: true }),
  '/broken': ({ send, times, request }) => (times < 2 ? void request.socket.destroy() : send(200, [{ id: 1 }])),
  '/cut': ({ send, times, response, request }) => {
    if (times > 1) return send(200, [{ id: 1 }]);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('[{"id"', () => request.socket.destroy());
  },
  '/down': ({ send }) => send(429, { error: 'come back tomorrow' }, { 'retry-after': '86400' }),
  '/export': ({ response }) =>
    void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(1000, 7)),
  '/html': ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no JSON</p>'),
  '/elsewhere': ({ send }) => send(200, [], { link: '<http://localhost:1/next>; rel="next"' }),
  '/moved': ({ send }) => send(302, {}, { location: 'http://localhost:1/linked' }),
  '/stuck': ({ send }) => send(200, { data: [{ id: 1 }], next: 'same' }),
  '/graphql': ({ send, request }) =>
    send(
      200,
      request.method === 'POST' ? { data: { items: [{ id: 1 }, { id: 2 }] } } : { errors: [{ message: 'POST it' }] },
    ),
};

function sendPage(url: URL, items: Item[], send: Send): void {
  const [limit, page] = [Number(url.searchParams.get('limit') ?? 2), Number(url.searchParams.get('page') ?? 1)];
  const found = items.filter(({ name }) => name.includes(url.searchParams.get('q') ?? ''));
  send(200, { items: found.slice((page - 1) * limit, page * limit), total: found.length });
}

function sendList(url: URL, items: Item[], send: Send): void {
  const from = Number(url.searchParams.get('after') ?? 0);
  const more = from + 2 < items.length;
  const some = items.slice(from, from + 2);
  if (url.pathname === '/linked')
    send(200, some, more ? { link: `</linked?after=0>; rel="prev", </linked?after=${from + 2}>; rel="next"` } : {});
  else send(200, { data: some, meta: { next: more ? from + 2 : null } });
}

function changeItems(method: string, path: string, body: string, items: Item[], send: Send): void {
  const index = items.findIndex(({ id }) => path === `/items/${id}`);
  const found = items[index];
  if (method === 'POST' && path === '/items') {
    const sent = JSON.parse(body) as Partial<Item>;
    if (!sent.name) return send(422, { error: 'name is required' });
    const item = { id: items.length + 1, name: sent.name, cents: sent.cents ?? 0 };
    items.push(item);
    return send(201, item);
  }
  if (found === undefined) return send(404, { error: `nothing at ${path}` });
  if (method === 'PATCH') return send(200, Object.assign(found, JSON.parse(body)));
  if (method === 'DELETE') items.splice(index, 1);
  return send(method === 'DELETE' ? 204 : 200, found);
}
