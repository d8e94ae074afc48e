import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildWorkflowBundle } from '../src/worker/bundle.ts';

/** Part of `npm run build`: the package brings its workflow bundle along, so that its users need no bundler. */
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

await writeFile(path('../dist/workflow-bundle.js'), await buildWorkflowBundle(path('../dist/workflows/index.js')));
