/**
 * A page as its reader sees it: the crop box, turned by the page's rotation. Places on it are given from its lower left
 * corner, and turned into the coordinates that pdf-lib draws in.
 */
export function visiblePage(page) {
  const { x, y, width, height } = page.getCropBox();
  const rotation = ((page.getRotation().angle % 360) + 360) % 360;
  const turned = rotation === 90 || rotation === 270;
  const places = {
    0: (right, up) => ({ x: x + right, y: y + up }),
    90: (right, up) => ({ x: x + width - up, y: y + right }),
    180: (right, up) => ({ x: x + width - right, y: y + height - up }),
    270: (right, up) => ({ x: x + up, y: y + height - right }),
  };
  return { width: turned ? height : width, height: turned ? width : height, rotation, place: places[rotation] };
}

/** Points between a stamp and the edge of the page. */
const MARGIN = 30;

/** Where the lower left corner of a box goes, so that the box, turned about it by `angle`, stands at a named place. */
export function cornerAt(visible, at, box, angle) {
  const [vertical, horizontal = 'center'] = at.split('-');
  const sine = Math.sin((angle * Math.PI) / 180);
  const cosine = Math.cos((angle * Math.PI) / 180);
  const outerWidth = Math.abs(box.width * cosine) + Math.abs(box.height * sine);
  const outerHeight = Math.abs(box.width * sine) + Math.abs(box.height * cosine);
  const centre = {
    x: middleOf(horizontal, visible.width, outerWidth),
    y: middleOf(vertical, visible.height, outerHeight),
  };
  return {
    x: centre.x - (box.width / 2) * cosine + (box.height / 2) * sine,
    y: centre.y - (box.width / 2) * sine - (box.height / 2) * cosine,
  };
}

/** The middle, along one side of the page, of a box of this length. */
function middleOf(name, length, outer) {
  if (name === 'left' || name === 'bottom') return MARGIN + outer / 2;
  if (name === 'right' || name === 'top') return length - MARGIN - outer / 2;
  return length / 2;
}
