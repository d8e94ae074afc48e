import { Problem } from '../cli.mjs';
import { openProject } from '../project.mjs';

export const operands = [0, 1];

/** From the description that the server gives of itself (OpenAPI). */
export async function run([table]) {
  const { url, key } = openProject();
  const { definitions = {}, paths = {} } = await description(url, key);
  if (table === undefined) {
    for (const [name, { properties = {} }] of Object.entries(definitions))
      console.log(`${name}: ${Object.keys(properties).join(', ')}`);
    for (const path of Object.keys(paths).filter((path) => path.startsWith('/rpc/')))
      console.log(`function ${describeFunction(path, paths[path])}`);
    return;
  }
  const found = definitions[table];
  if (found === undefined)
    throw new Problem(`there is no table ${table} for this key. There are: ${Object.keys(definitions).join(', ')}`);
  for (const [name, column] of Object.entries(found.properties)) {
    const marks = [
      column.format ?? column.type,
      found.required?.includes(name) && 'required',
      column.default !== undefined && `default ${column.default}`,
    ];
    const notes = (column.description ?? '')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    console.log([`${name} ${marks.filter(Boolean).join(', ')}`, notes].filter(Boolean).join(' — '));
  }
}

async function description(url, key) {
  const headers = { apikey: key, Authorization: `Bearer ${key}`, Accept: 'application/openapi+json' };
  let response;
  try {
    response = await fetch(`${url}/rest/v1/`, { headers, signal: AbortSignal.timeout(30_000) });
  } catch (error) {
    throw new Problem(`the project does not answer: ${error.cause?.message ?? error.message}`);
  }
  if (!response.ok) {
    throw new Problem(
      `the project does not describe itself to this key [${response.status}]. Ask for the names of the tables, and read one row of each: select TABLE --limit 1`,
    );
  }
  return response.json();
}

function describeFunction(path, { post }) {
  const body = post?.parameters?.find((parameter) => parameter.in === 'body')?.schema?.properties ?? {};
  return `${path.slice('/rpc/'.length)}(${Object.keys(body).join(', ')})`;
}
