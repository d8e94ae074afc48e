const DROPPED =
  'script, style, iframe, object, embed, button, select, textarea, link, meta, base, svg, template, [hidden]';
const SAFE_LINK = /^(https?:|mailto:|#)/i;

/** Takes from a document everything that acts or loads: scripts, handlers, frames, foreign schemes. */
export function cleanBody($) {
  $(DROPPED).remove();
  $('*').each((_index, element) => {
    for (const name of Object.keys(element.attribs))
      if (/^(on|style$|srcset$)/i.test(name)) $(element).removeAttr(name);
  });
  $('a[href]').each((_index, link) => {
    if (!SAFE_LINK.test($(link).attr('href').trim())) $(link).removeAttr('href');
  });
  // The boxes of a task list become text, which every format has.
  $('input').each((_index, field) => {
    const box = $(field).is('[type=checkbox]') ? ($(field).is('[checked]') ? '[x]' : '[ ]') : '';
    $(field).replaceWith(box);
  });
}
