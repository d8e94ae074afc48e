import mammoth from 'mammoth';
import { Problem, readInput, runScript, wrongUsage } from './cli.mjs';
import { htmlToMarkdown } from './markdown.mjs';
import { KIND } from './kind.mjs';
import { openPackage } from './package-file.mjs';

const HELP = `Usage: read.mjs FILE.docx [--html]

Prints a Word document as Markdown (or HTML): headings, lists, tables, links, notes, and the comments at the end.
Tracked insertions count as text, tracked deletions do not; inspect.mjs lists both. Pictures become [image: alt].`;

await runScript('read', HELP, async (args) => {
  const asHtml = args.includes('--html');
  const [path, ...rest] = args.filter((arg) => arg !== '--html');
  if (path === undefined || rest.length > 0) throw wrongUsage('Name one FILE.docx.');
  await openPackage(path, KIND);
  const buffer = Buffer.from(await readInput(path));
  const { value: html } = await mammoth
    .convertToHtml(
      { buffer },
      {
        styleMap: ['comment-reference => sup', "p[style-name='Title'] => h1:fresh"],
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    )
    .catch((error) => {
      throw new Problem(`${path}: cannot be read: ${error.message}`);
    });
  console.log(asHtml ? html : htmlToMarkdown(html));
});
