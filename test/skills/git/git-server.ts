import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { serve, type LoopbackServer } from '../loopback-server.ts';

export interface GitServer extends LoopbackServer {
  /** Where the bare repository is cloned from and pushed to. */
  remote: string;
  /** Runs git in the bare repository, as its owner would. */
  git(...args: string[]): Promise<string>;
}

/** A bare repository with one commit, behind git's own HTTP server, which wants this token as password. */
export async function openGitServer(token: string): Promise<GitServer> {
  const root = await mkdtemp(join(tmpdir(), 'skillrun-git-'));
  const bare = join(root, 'project.git');
  const git = async (...args: string[]) => (await execa('git', args, { cwd: bare })).stdout;
  await execa('git', ['init', '-q', '--bare', '-b', 'main', bare]);
  await git('config', 'http.receivepack', 'true');
  await commitFirst(git);
  const backend = join((await execa('git', ['--exec-path'])).stdout, 'git-http-backend');
  const server = await serve((request, response) => {
    const password = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
    if (password.split(':')[1] === token) return answer(backend, root, request, response);
    return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  });
  return {
    ...server,
    remote: `${server.url}/project.git`,
    git,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(root, { recursive: true });
    },
  };
}

/** `# Hello` in README.md, on main. */
async function commitFirst(git: GitServer['git']): Promise<void> {
  const { stdout: blob } = await execa('git', ['hash-object', '-w', '--stdin'], {
    input: '# Hello\n',
    cwd: await git('rev-parse', '--absolute-git-dir'),
  });
  await git('update-index', '--add', '--cacheinfo', `100644,${blob},README.md`);
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const commit = await git(...author, 'commit-tree', await git('write-tree'), '-m', 'Say hello');
  await git('update-ref', 'refs/heads/main', commit);
}

/** Hands a request to git-http-backend, which is a CGI program. */
async function answer(
  backend: string,
  root: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn(backend, {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'runner',
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      GIT_PROTOCOL: request.headers['git-protocol']?.toString(),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  const output = Buffer.concat(await Array.fromAsync(child.stdout as AsyncIterable<Buffer>));
  const end = output.indexOf('\r\n\r\n');
  const headers = output
    .subarray(0, end)
    .toString()
    .split('\r\n')
    .map((line) => line.split(': ', 2) as [string, string]);
  const status = Number(headers.find(([name]) => name === 'Status')?.[1].split(' ')[0] ?? 200);
  response.writeHead(status, headers.filter(([name]) => name !== 'Status').flat());
  response.end(output.subarray(end + 4));
}
