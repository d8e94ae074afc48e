import { Problem, runScript, wrongUsage } from './cli.mjs';
import { KIND } from './kind.mjs';
import { openPackage } from './package-file.mjs';
import { problemsOf } from './package-problems.mjs';
import { shapesOf } from './shapes.mjs';
import { slidesOf, slideSize } from './slides.mjs';
import { overflow } from './text-fit.mjs';

const HELP = `Usage: check.mjs FILE.pptx

Looks for what a viewer would see as broken: damaged parts, shapes that leave the slide, text that does not fit its box
(estimated with Arial's widths, where the slide says the size of the text), text boxes that cover each other, empty
placeholders, pictures without alt text. Prints "ok", or one finding per line; ends with 1 when there are any.`;

/** Inches that do not matter. */
const TOLERANCE = 0.02;

await runScript('check', HELP, async (args) => {
  if (args.length !== 1) throw wrongUsage('Name one FILE.pptx.');
  const [path] = args;
  const file = await openPackage(path, KIND);
  const parts = Object.fromEntries(file.names().map((name) => [name, file.bytes(name)]));
  const findings = problemsOf(parts, KIND);
  if (findings.length === 0) {
    const size = slideSize(file);
    for (const { number, document } of slidesOf(file)) {
      findings.push(...findingsOf(shapesOf(document), size).map((finding) => `slide ${number}: ${finding}`));
    }
  }
  console.log(findings.length === 0 ? 'ok' : findings.join('\n'));
  if (findings.length > 0) throw new Problem(`${path}: ${findings.length} finding(s), listed above`);
});

function findingsOf(shapes, size) {
  return [...shapes.flatMap((shape) => shapeFindings(shape, size)), ...overlaps(shapes)];
}

function shapeFindings(shape, { width, height }) {
  const findings = [];
  const { box } = shape;
  if (box !== undefined) {
    const leaves =
      box.x < -TOLERANCE ||
      box.y < -TOLERANCE ||
      box.x + box.width > width + TOLERANCE ||
      box.y + box.height > height + TOLERANCE;
    if (leaves)
      findings.push(`${named(shape)} leaves the slide (${describe(box)} on ${width.toFixed(2)}x${height.toFixed(2)})`);
    const lack = overflow(shape);
    if (lack > 0) findings.push(`${named(shape)}: the text needs about ${lack.toFixed(1)} inches more height`);
  }
  if (shape.placeholder !== undefined && shape.kind === 'text' && textLength(shape) === 0) {
    findings.push(`${named(shape)} is empty and shows its prompt when edited`);
  }
  if (shape.kind === 'picture' && shape.alt === '') findings.push(`${named(shape)} has no alt text`);
  return findings;
}

/** Text over text cannot be read; text over a picture or a coloured box is usual. */
function overlaps(shapes) {
  const texts = shapes.filter((shape) => shape.box !== undefined && (textLength(shape) > 0 || shape.rows.length > 0));
  return texts.flatMap((shape, index) =>
    texts
      .slice(index + 1)
      .filter((other) => shared(shape.box, other.box) > 0.1)
      .map((other) => `${named(shape)} and ${named(other)} cover each other`),
  );
}

/** Square inches that two boxes have in common. */
function shared(one, other) {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

function textLength({ paragraphs }) {
  return paragraphs.reduce((sum, paragraph) => sum + paragraph.textContent.trim().length, 0);
}

function named({ kind, name, paragraphs }) {
  const text = paragraphs
    .map((paragraph) => paragraph.textContent)
    .join(' ')
    .trim()
    .slice(0, 30);
  return `${kind} "${text || name}"`;
}

function describe({ x, y, width, height }) {
  return `x ${x.toFixed(2)}, y ${y.toFixed(2)}, ${width.toFixed(2)}x${height.toFixed(2)} inches`;
}
