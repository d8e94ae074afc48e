import sharp from 'sharp';

const WIDTH = 960;
const HEIGHT = 640;

/** A picture that looks like a photo of a landscape: sky, sun, hills, grain. The same bytes every time. */
export async function demoPhoto(): Promise<Buffer> {
  const hills = [
    { y: 400, colour: '#5b7f95' },
    { y: 460, colour: '#3f6273' },
    { y: 530, colour: '#24404a' },
  ];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stop-color="#24567f"/><stop offset="0.6" stop-color="#f0a868"/><stop offset="1" stop-color="#f7d9a5"/>
      </linearGradient>
      <radialGradient id="sun"><stop offset="0.3" stop-color="#fff6d8"/><stop offset="1" stop-color="#fff6d8" stop-opacity="0"/></radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="680" cy="330" r="120" fill="url(#sun)"/>
    ${hills.map(({ y, colour }, index) => `<path fill="${colour}" d="${hill(y, index)}"/>`).join('')}
  </svg>`;
  return await sharp(Buffer.from(svg))
    .composite([{ input: grain(), raw: { width: WIDTH, height: HEIGHT, channels: 4 }, blend: 'overlay' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

function hill(y: number, index: number): string {
  const points = Array.from({ length: 13 }, (_, step) => {
    const x = (WIDTH / 12) * step;
    return `${x},${Math.round(y + 45 * Math.sin(step * (0.7 + index * 0.35) + index * 2))}`;
  });
  return `M0,${HEIGHT} L${points.join(' ')} L${WIDTH},${HEIGHT} Z`;
}

/** Noise from a small linear congruential generator (Numerical Recipes' constants): random to the eye, never different. */
function grain(): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4);
  let state = 1;
  for (let offset = 0; offset < pixels.length; offset += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    pixels.fill(state >>> 24, offset, offset + 3);
    pixels[offset + 3] = 40;
  }
  return pixels;
}
