import type { Asset } from '../contract/asset.ts';
import { SkillrunError } from '../contract/errors.ts';
import type { UserPart } from '../contract/message.ts';
import { unresolved } from './replay.ts';

/** The ways in which a model can be shown an input. Text is shown by every provider. */
export type AssetForm = 'text' | 'image' | 'pdf' | 'audio';

/** A part of a user message, ready to be put into a provider's own words. */
export type ShownPart<Form extends AssetForm = AssetForm> =
  | { type: 'text'; text: string }
  | (Form extends 'text' ? never : { type: Form; fileName: string; mediaType: string; base64: string });

/** What a provider can be shown. */
export interface Viewer<Form extends AssetForm> {
  name: string;
  forms: readonly Form[];
}

const IMAGES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const AUDIO = ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave', 'audio/mpeg', 'audio/mp3'];
const TEXTS = /^(text\/.+|application\/(csv|json|ld\+json|x-ndjson|xml|yaml|x-yaml|toml))$/;

const wayOut = {
  image: 'Give it as PNG, JPEG, GIF or WebP',
  audio: 'Give WAV or MP3 to an audio model of openai-chat, or give a transcript as text',
  video: 'Models take no video: give frames of it as images',
  document: 'Give it as PDF or as text',
} as const;

/** Without parameters such as `; charset=utf-8`. */
function bareType(mediaType: string): string {
  return mediaType.replace(/;.*$/s, '').trim().toLowerCase();
}

function formOf({ kind, mediaType }: Pick<Asset, 'kind' | 'mediaType'>): AssetForm | undefined {
  const type = bareType(mediaType);
  if (kind === 'image' && IMAGES.includes(type)) return 'image';
  if (kind === 'audio' && AUDIO.includes(type)) return 'audio';
  if (kind === 'document' && type === 'application/pdf') return 'pdf';
  return kind === 'document' && TEXTS.test(type) ? 'text' : undefined;
}

/** Whether a provider can be shown an input. */
export function canShow({ forms }: Viewer<AssetForm>, asset: Pick<Asset, 'kind' | 'mediaType'>): boolean {
  const form = formOf(asset);
  return form !== undefined && forms.includes(form);
}

async function show(
  asset: Asset,
  viewer: Viewer<AssetForm>,
  read: (asset: Asset) => Promise<Uint8Array>,
): Promise<ShownPart> {
  const form = formOf(asset);
  if (form === undefined || !viewer.forms.includes(form)) {
    throw new SkillrunError(
      'unsupported_input',
      `${viewer.name} cannot be shown ${asset.mediaType} [input=${asset.path}]`,
      { hint: wayOut[asset.kind] },
    );
  }
  const bytes = Buffer.from(await read(asset));
  if (form === 'text') return { type: 'text', text: bytes.toString('utf8') };
  const fileName = asset.path.slice(asset.path.lastIndexOf('/') + 1);
  return { type: form, fileName, mediaType: bareType(asset.mediaType), base64: bytes.toString('base64') };
}

/**
 * A user message's parts with the bytes of its inputs; blank text is left out. Throws `unsupported_input` for an input
 * that the provider cannot be shown, and what `read` throws.
 */
export async function shownParts<Form extends AssetForm>(
  content: UserPart[],
  viewer: Viewer<Form>,
  read: (asset: Asset) => Promise<Uint8Array>,
): Promise<ShownPart<Form>[]> {
  const parts = await Promise.all(
    content.map(async (part): Promise<ShownPart> => {
      if (part.type === 'stored_text') throw unresolved(part.uri);
      return part.type === 'text' ? part : await show(part.asset, viewer, read);
    }),
  );
  // `show` makes only the viewer's forms.
  return parts.filter((part) => part.type !== 'text' || part.text.trim() !== '') as ShownPart<Form>[];
}
