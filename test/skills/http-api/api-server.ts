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

/** An API on loopback that wants a bearer token: items that can be changed, lists paged in three ways, a busy path. */
export async function openApiServer(token: string): Promise<ApiServer> {
  const items: Item[] = [1, 2, 3, 4, 5].map((id) => ({ id, name: `tea & coffee ${id}`, cents: id * 100 }));
  const received: Received[] = [];
  const times = new Map<string, number>();
  const nth = (path: string) => {
    times.set(path, (times.get(path) ?? 0) + 1);
    return times.get(path) ?? 0;
  };

  const server = await serve(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://api');
    const body = await bodyOf(request);
    received.push({ method: request.method ?? '', path: url.pathname, headers: request.headers, body });
    const send = (status: number, value: unknown, headers: Record<string, string> = {}) =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    const open = openPath(url, request, response, send, nth);
    if (open) return;
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { error: 'a valid token is required' });
    if (url.pathname === '/linked' || url.pathname === '/cursor') return sendList(url, items, send);
    if (url.pathname === '/upload')
      return send(200, { type: request.headers['content-type']?.split(';')[0], bytes: body.length });
    if (url.pathname === '/jobs/1') return send(200, { state: nth('job') < 3 ? 'running' : 'done' });
    if (url.pathname === '/items' && request.method === 'GET') return sendPage(url, items, send);
    return changeItems(request.method ?? '', url.pathname, body, items, send);
  });
  return { ...server, items, received };
}

type Send = (status: number, value: unknown, headers?: Record<string, string>) => void;

/** Paths that want no token; false for all others. */
function openPath(
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  send: Send,
  nth: (path: string) => number,
): boolean {
  switch (url.pathname) {
    case '/busy':
      if (nth('busy') < 3) send(503, { error: 'busy' }, { 'retry-after': '0' });
      else send(200, { ready: true });
      return true;
    case '/broken':
      if (nth('broken') < 2) request.socket.destroy();
      else send(200, [{ id: 1 }]);
      return true;
    case '/down':
      send(429, { error: 'come back tomorrow' }, { 'retry-after': '86400' });
      return true;
    case '/export':
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.alloc(1000, 7));
      return true;
    case '/html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no JSON</p>');
      return true;
    case '/elsewhere':
      send(200, [], { link: '<http://localhost:1/next>; rel="next"' });
      return true;
    case '/graphql':
      send(
        200,
        request.method === 'POST' ? { data: { items: [{ id: 1 }, { id: 2 }] } } : { errors: [{ message: 'POST it' }] },
      );
      return true;
    default:
      return false;
  }
}

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
