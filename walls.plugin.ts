import { dirname, relative, resolve, sep } from 'node:path';
import { isBuiltin } from 'node:module';
import { roomOf, rooms } from './walls.config.ts';

/** The lint rule that keeps the walls of `walls.config.ts`: each import is resolved to the room that it leads to. */

interface ImportNode {
  source?: { value: unknown } | null;
  importKind?: string;
  exportKind?: string;
}

interface RuleContext {
  filename: string;
  cwd: string;
  report(problem: { node: unknown; message: string }): void;
}

/** Why the import is not allowed, or undefined when it is. */
function objection(file: string, specifier: string, typeOnly: boolean): string | undefined {
  const from = roomOf(file);
  const room = from === undefined ? undefined : rooms[from];
  if (from === undefined || room === undefined) return undefined;
  if (specifier.startsWith('.')) {
    const target = relative('.', resolve(dirname(file), specifier))
      .split(sep)
      .join('/');
    const to = roomOf(target) ?? target;
    if (to === from || room.imports.includes(to) || (typeOnly && room.types?.includes(to))) return undefined;
    return room.types?.includes(to) ? `${from} may only import types from ${to}` : `${from} may not import from ${to}`;
  }
  if (isBuiltin(specifier)) return room.node ? undefined : `${from} may not import Node's ${specifier}`;
  const allowed = room.packages.some((name) =>
    name.endsWith('/*')
      ? specifier.startsWith(name.slice(0, -1))
      : specifier === name || specifier.startsWith(`${name}/`),
  );
  return allowed ? undefined : `${from} may not import the package ${specifier}`;
}

const rule = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).split(sep).join('/');
    const check = (node: ImportNode): void => {
      if (typeof node.source?.value !== 'string') return;
      const typeOnly = node.importKind === 'type' || node.exportKind === 'type';
      const message = objection(file, node.source.value, typeOnly);
      if (message !== undefined) context.report({ node, message: `${message} (walls.config.ts)` });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: (node: ImportNode) => check({ ...node, importKind: 'type' }),
    };
  },
};

export default { meta: { name: 'skillrun' }, rules: { walls: rule } };
