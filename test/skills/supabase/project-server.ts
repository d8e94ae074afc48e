import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/**
 * A stand-in for a Supabase project on loopback: the part of PostgREST's interface that the skill uses, over SQLite, and
 * Storage's objects in memory. It wants the key in both headers, as a project does. Written from PostgREST's reference
 * (operators, Prefer, Content-Range, error codes).
 */
export interface ProjectServer extends AsyncDisposable {
  url: string;
  key: string;
  database: DatabaseSync;
  files: Map<string, { bytes: Buffer; type: string }>;
  /** `METHOD path` of each request. */
  requests: string[];
  /** Cut the connection of the next change after it is done, so that nobody learns of it. */
  loseNextAnswer(): void;
}

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

class Refusal extends Error {
  readonly answer: Answer;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.answer = { status, body: { code, message, details: null, hint: null } };
  }
}

const KEY = 'key-of-the-project';

/** Three people: a grown-up, a child and one without an address. */
export const PEOPLE = `
CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER, email TEXT UNIQUE);
INSERT INTO people VALUES (1, 'Ann', 30, 'ann@example.org'), (2, 'Bob', 17, 'bob@example.org'), (3, 'Joanna', 41, NULL);
`;

export async function startProject(schema: string): Promise<ProjectServer> {
  const database = new DatabaseSync(':memory:');
  database.exec(schema);
  const files: ProjectServer['files'] = new Map();
  const requests: string[] = [];
  let lose = false;
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://project');
      requests.push(`${request.method} ${url.pathname}${decodeURIComponent(url.search)}`);
      const body = await bodyOf(request);
      const { status, body: content, headers } = answer({ database, files }, request, url, body);
      if (lose && request.method !== 'GET' && request.method !== 'HEAD') {
        lose = false;
        response.destroy();
        return;
      }
      const bytes = Buffer.isBuffer(content)
        ? content
        : Buffer.from(content === undefined ? '' : JSON.stringify(content));
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(request.method === 'HEAD' ? undefined : bytes);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: KEY,
    database,
    files,
    requests,
    loseNextAnswer: () => (lose = true),
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Stores = Pick<ProjectServer, 'database' | 'files'>;

function answer(stores: Stores, request: IncomingMessage, url: URL, body: Buffer): Answer {
  try {
    if (request.headers['apikey'] !== KEY || request.headers['authorization'] !== `Bearer ${KEY}`) {
      throw new Refusal(401, 'PGRST301', 'Invalid API key');
    }
    const [, service, , name = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
    if (service === 'storage') return storage(stores, request, rest, body);
    if (name === '') return { status: 200, body: describe(stores.database) };
    if (name === 'rpc') return rpc(stores.database, rest[0] ?? '', JSON.parse(body.toString() || '{}'));
    return table(stores.database, request, name, url.searchParams, body);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    const message = (error as Error).message;
    const code = message.startsWith('UNIQUE') ? '23505' : message.startsWith('no such column') ? '42703' : 'XX000';
    return { status: code === '23505' ? 409 : 400, body: { code, message, details: null, hint: null } };
  }
}

function table(
  database: DatabaseSync,
  request: IncomingMessage,
  name: string,
  query: URLSearchParams,
  body: Buffer,
): Answer {
  if (database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = ?`).get(name) === undefined) {
    throw new Refusal(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
  }
  const prefer = String(request.headers['prefer'] ?? '');
  const { sql: where, values } = whereOf(query);
  const columns = query.get('select') ?? '*';
  switch (request.method) {
    case 'GET':
    case 'HEAD': {
      const order = query
        .get('order')
        ?.split(',')
        .map((one) => one.replace('.', ' '))
        .join(', ');
      const { count } = database.prepare(`SELECT count(*) AS count FROM ${name}${where}`).get(...values) as {
        count: number;
      };
      const page = ` LIMIT ${query.get('limit') ?? -1} OFFSET ${query.get('offset') ?? 0}`;
      const rows = database
        .prepare(`SELECT ${columns} FROM ${name}${where}${order ? ` ORDER BY ${order}` : ''}${page}`)
        .all(...values);
      const total = prefer.includes('count=exact') ? count : '*';
      return { status: 200, body: rows, headers: { 'content-range': `0-${rows.length - 1}/${total}` } };
    }
    case 'POST':
      return {
        status: 201,
        body: insert(database, name, [JSON.parse(body.toString())].flat(), query.get('on_conflict'), prefer),
      };
    case 'PATCH': {
      const set = JSON.parse(body.toString()) as Record<string, SQLInputValue>;
      const assignments = Object.keys(set).map((column) => `${column} = ?`);
      const sql = `UPDATE ${name} SET ${assignments.join(', ')}${where} RETURNING *`;
      return { status: 200, body: database.prepare(sql).all(...Object.values(set), ...values) };
    }
    case 'DELETE':
      return { status: 200, body: database.prepare(`DELETE FROM ${name}${where} RETURNING *`).all(...values) };
    default:
      throw new Refusal(405, 'PGRST117', 'Unsupported method');
  }
}

function insert(
  database: DatabaseSync,
  name: string,
  rows: Record<string, SQLInputValue>[],
  onConflict: string | null,
  prefer: string,
) {
  return rows.map((row) => {
    const columns = Object.keys(row);
    const merge = columns.map((column) => `${column} = excluded.${column}`).join(', ');
    const conflict = prefer.includes('resolution=merge-duplicates')
      ? ` ON CONFLICT (${onConflict}) DO UPDATE SET ${merge}`
      : '';
    const places = columns.map(() => '?').join(', ');
    const sql = `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${places})${conflict} RETURNING *`;
    return database.prepare(sql).get(...Object.values(row));
  });
}

const OPERATORS: Record<string, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'GLOB',
  ilike: 'LIKE',
};
const RESERVED = ['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'];

function whereOf(query: URLSearchParams): { sql: string; values: SQLInputValue[] } {
  const conditions = [...query]
    .filter(([name]) => !RESERVED.includes(name))
    .map(([name, value]) => {
      if (name !== 'or') return condition(name, value);
      const parts = value
        .slice(1, -1)
        .split(',')
        .map((one) => condition(one.slice(0, one.indexOf('.')), one.slice(one.indexOf('.') + 1)));
      return { sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`, values: parts.flatMap(({ values }) => values) };
    });
  if (conditions.length === 0) return { sql: '', values: [] };
  return {
    sql: ` WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
  };
}

function condition(column: string, filter: string): { sql: string; values: SQLInputValue[] } {
  const [operator = '', ...rest] = filter.split('.');
  const value = rest.join('.');
  if (operator === 'not') {
    const { sql, values } = condition(column, value);
    return { sql: `NOT (${sql})`, values };
  }
  if (operator === 'is') return { sql: `${column} IS ${value === 'null' ? 'NULL' : value}`, values: [] };
  if (operator === 'in') {
    const values = value.slice(1, -1).split(',');
    return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values };
  }
  const symbol = OPERATORS[operator];
  if (symbol === undefined) throw new Refusal(400, 'PGRST100', `failed to parse filter (${filter})`);
  // PostgREST takes * for %; a number in an address is a number to the database.
  return { sql: `${column} ${symbol} ?`, values: [operator === 'ilike' ? value.replaceAll('*', '%') : numeric(value)] };
}

function numeric(value: string): SQLInputValue {
  return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

function rpc(database: DatabaseSync, name: string, { min = 0 }: { min?: number }): Answer {
  if (name !== 'count_people') throw new Refusal(404, 'PGRST202', `Could not find the function public.${name}`);
  const { count } = database.prepare('SELECT count(*) AS count FROM people WHERE age >= ?').get(min) as {
    count: number;
  };
  return { status: 200, body: count };
}

function describe(database: DatabaseSync) {
  const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all() as { name: string }[];
  const definitions = tables.map(({ name }) => {
    const columns = database.prepare('SELECT name, type, "notnull" AS required FROM pragma_table_info(?)').all(name);
    return [
      name,
      {
        required: columns.filter(({ required }) => required === 1).map((column) => column['name']),
        properties: Object.fromEntries(
          columns.map((column) => [column['name'], { format: String(column['type']).toLowerCase() }]),
        ),
      },
    ];
  });
  const parameters = [{ in: 'body', schema: { properties: { min: { type: 'integer' } } } }];
  return { definitions: Object.fromEntries(definitions), paths: { '/rpc/count_people': { post: { parameters } } } };
}

function storage({ files }: Stores, request: IncomingMessage, [first = '', ...rest]: string[], body: Buffer): Answer {
  const isList = first === 'list';
  const path = (isList ? rest : [first, ...rest]).join('/');
  if (isList) {
    const { prefix = '' } = JSON.parse(body.toString()) as { prefix?: string };
    const folder = `${path}/${prefix === '' ? '' : `${prefix}/`}`;
    const found = [...files].filter(([name]) => name.startsWith(folder));
    const listed = found.map(([name, { bytes, type }]) => ({
      name: name.slice(folder.length),
      id: name,
      metadata: { size: bytes.length, mimetype: type },
    }));
    return { status: 200, body: listed };
  }
  const stored = files.get(path);
  switch (request.method) {
    case 'GET':
      if (stored === undefined)
        return { status: 400, body: { statusCode: '404', error: 'not_found', message: 'Object not found' } };
      return { status: 200, body: stored.bytes, headers: { 'content-type': stored.type } };
    case 'DELETE': {
      const { prefixes } = JSON.parse(body.toString()) as { prefixes: string[] };
      const gone = prefixes.filter((name) => files.delete(`${path}/${name}`));
      return { status: 200, body: gone.map((name) => ({ name })) };
    }
    default:
      if (stored !== undefined && request.headers['x-upsert'] !== 'true') {
        return { status: 400, body: { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' } };
      }
      files.set(path, { bytes: body, type: String(request.headers['content-type']) });
      return { status: 200, body: { Id: path, Key: path } };
  }
}
