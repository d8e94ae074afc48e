import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildWorkflowBundle } from '../src/worker/bundle.ts';

/** Part of `npm run build`: the package brings its workflow bundle along, so that its users need no bundler. */
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The bundle's source map names files by their absolute paths; a package must not tell where it was built. */
function withoutPlace(code: string): string {
  return code.replace(/(?<=sourceMappingURL=data:[^,]*;base64,)[A-Za-z0-9+/=]+/, (map) => {
    const text = Buffer.from(map, 'base64').toString().replaceAll(path('..'), '/skillrun/');
    return Buffer.from(text).toString('base64');
  });
}

const code = await buildWorkflowBundle(path('../dist/workflows/index.js'));
await writeFile(path('../dist/workflow-bundle.js'), withoutPlace(code));
