// Where a box goes on a picture.
import { UsageError } from './usage.mjs';

const shares = {
  northwest: [0, 0],
  north: [0.5, 0],
  northeast: [1, 0],
  west: [0, 0.5],
  centre: [0.5, 0.5],
  center: [0.5, 0.5],
  east: [1, 0.5],
  southwest: [0, 1],
  south: [0.5, 1],
  southeast: [1, 1],
};

/** Left and top of a box on a picture: as given, or at a compass position, `margin` pixels from the edges. */
export function corner(box, size, { left, top, position = 'centre', margin = 0 }) {
  if (left !== undefined || top !== undefined) return { left: left ?? 0, top: top ?? 0 };
  const share = shares[position];
  if (!share) throw new UsageError(`--position is one of ${Object.keys(shares).join(', ')}, not "${position}"`);
  return {
    left: Math.round(margin + share[0] * (size.width - box.width - 2 * margin)),
    top: Math.round(margin + share[1] * (size.height - box.height - 2 * margin)),
  };
}
