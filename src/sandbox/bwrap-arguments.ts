import { lstatSync, readlinkSync } from 'node:fs';
import type { SandboxOptions } from './options.ts';
import type { SandboxCommand } from './port.ts';

/** Where things are for a contained command. */
export const CONTAINED = {
  nodeBin: '/opt/node/bin',
  home: '/workspace',
  skillDir: '/skill',
  tmpDir: '/tmp',
  nodeModules: '/node_modules',
} as const;

/** Memory that files in /tmp and in /dev/shm may take, each, in bytes. */
const TMPFS_BYTES = 1024 ** 3;

/**
 * The command's user, whoever runs the worker. Not root: tar would try to give away the files that it unpacks, and
 * Chromium refuses to start.
 */
const UID = '1000';

const HOSTS = '127.0.0.1 localhost\n::1 localhost\n';

/** Files of /etc that the sandbox brings itself. */
const OWN_FILES: Record<string, string> = {
  '/etc/passwd': `agent:x:${UID}:${UID}::/workspace:/bin/bash\n`,
  '/etc/group': `agent:x:${UID}:\n`,
  '/etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
};

/** What programs read in /etc, where the host has it. Nothing here names the host's people or holds a key. */
const HOST_FILES = [
  '/etc/ssl/certs',
  '/etc/ssl/openssl.cnf',
  '/etc/ca-certificates.conf',
  '/etc/pki/tls',
  '/etc/fonts',
  '/etc/alternatives',
  '/etc/ImageMagick-6',
  '/etc/ImageMagick-7',
  '/etc/chromium',
  '/etc/chromium.d',
  '/etc/libreoffice',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/etc/timezone',
  '/etc/mime.types',
  '/etc/magic',
  '/etc/services',
  '/etc/protocols',
  '/var/cache/fontconfig',
];

/** Arguments of bwrap up to the command, and the texts that it reads from descriptors. */
export interface BwrapArguments {
  arguments: string[];
  /** `bwrap` reads the text of index i from descriptor `firstDescriptor + i`. */
  texts: string[];
}

/** What a contained command sees: the system read-only, its skill read-only, its workspace, and a /tmp of its own. */
export function bwrapArguments(
  { workspace, skillDir, network }: Pick<SandboxCommand, 'workspace' | 'skillDir' | 'network'>,
  { toolboxDir, nodePath }: SandboxOptions,
  environment: Record<string, string>,
  firstDescriptor: number,
): BwrapArguments {
  const texts = network ? OWN_FILES : { ...OWN_FILES, '/etc/hosts': HOSTS };
  const hostFiles = network ? [...HOST_FILES, '/etc/hosts', '/etc/resolv.conf'] : HOST_FILES;
  return {
    texts: Object.values(texts),
    arguments: [
      ['--unshare-user', '--unshare-all', '--disable-userns', '--uid', UID, '--gid', UID, '--cap-drop', 'ALL'],
      network ? ['--share-net'] : [],
      // PID 1 is ours: its exit is seen only after the kernel has ended all other processes of the namespace.
      ['--die-with-parent', '--new-session', '--as-pid-1', '--hostname', 'skillrun'],
      ['--ro-bind', '/usr', '/usr', ...systemFolders()],
      ['--ro-bind-try', '/opt/skillrun', '/opt/skillrun'],
      ['--perms', '0755', '--dir', '/etc', '--perms', '0755', '--dir', '/var'],
      hostFiles.flatMap((path) => ['--ro-bind-try', path, path]),
      Object.keys(texts).flatMap((path, index) => ownFile(path, firstDescriptor + index)),
      ['--proc', '/proc', '--dev', '/dev', ...tmpfs('/dev/shm'), '--remount-ro', '/dev'],
      [...tmpfs(CONTAINED.tmpDir), '--symlink', '../tmp', '/var/tmp'],
      ['--ro-bind', toolboxDir, CONTAINED.nodeModules, '--ro-bind', nodePath, `${CONTAINED.nodeBin}/node`],
      ['--ro-bind', skillDir, CONTAINED.skillDir, '--bind', workspace, CONTAINED.home],
      ['--remount-ro', '/', '--chdir', CONTAINED.home],
      ['--clearenv', ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value])],
    ].flat(),
  };
}

/** /bin, /lib and their like: links into /usr on today's systems, folders on older ones. */
function systemFolders(): string[] {
  return ['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    if (entry === undefined) return [];
    return entry.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  });
}

function ownFile(path: string, descriptor: number): string[] {
  return ['--perms', '0644', '--ro-bind-data', String(descriptor), path];
}

function tmpfs(path: string): string[] {
  return ['--perms', '1777', '--size', String(TMPFS_BYTES), '--tmpfs', path];
}
