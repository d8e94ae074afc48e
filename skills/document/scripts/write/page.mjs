import { load } from 'cheerio';

const STYLE = `
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; color: #222; }
h1, h2, h3 { line-height: 1.25; }
table { border-collapse: collapse; }
th, td { border: 1px solid #bbb; padding: .3rem .6rem; text-align: left; }
th { background: #f2f2f2; }
pre { background: #f6f6f6; padding: .8rem; overflow-x: auto; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
blockquote { margin-left: 0; padding-left: 1rem; border-left: 3px solid #bbb; color: #555; }
img { max-width: 100%; }
@media print { body { margin: 0; max-width: none; } }
`;

/** One HTML file that needs nothing beside it. */
export async function writePage($, { title }) {
  const page = load(`<!doctype html><html><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title></title><style>${STYLE}</style></head>
<body></body></html>`);
  page('title').text(title);
  page('body').html($('body').html());
  return { bytes: Buffer.from(page.html()), notes: [] };
}
