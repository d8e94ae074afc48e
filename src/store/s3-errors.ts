import { isSkillrunError, SkillrunError, type ErrorCode } from '../contract/errors.ts';

/** What the request was about, for the message. */
export interface S3Request {
  bucket: string;
  /** Left out for requests about the bucket. */
  key?: string | undefined;
}

const CREDENTIALS_HINT =
  'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, or the role of this machine to ones that this store knows';
const PERMISSIONS_HINT =
  'Allow these credentials s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload and s3:ListBucket there';
const REGION_HINT = "Set AWS_REGION to the bucket's region";
const NESTED_HINT = 'Gateways over a file system cannot nest objects: choose another prefix in SKILLRUN_STORE';
const UNREACHABLE_HINT = 'Check that the store runs and that AWS_ENDPOINT_URL_S3 is its address';

/** Answers that no retry helps, by the name of the vendor's error. */
const denials: Record<string, { what: string; hint: string }> = {
  NoSuchBucket: { what: 'The bucket does not exist', hint: 'Create it, or correct SKILLRUN_STORE' },
  InvalidBucketName: { what: 'The bucket has an invalid name', hint: 'Correct SKILLRUN_STORE' },
  AccessDenied: { what: 'The store denies access', hint: PERMISSIONS_HINT },
  AllAccessDisabled: { what: 'The store denies all access', hint: PERMISSIONS_HINT },
  InvalidAccessKeyId: { what: 'The store does not know the access key', hint: CREDENTIALS_HINT },
  // versitygw's word for the same.
  XAdminUserNotFound: { what: 'The store does not know the access key', hint: CREDENTIALS_HINT },
  SignatureDoesNotMatch: { what: 'The secret access key is wrong', hint: CREDENTIALS_HINT },
  InvalidToken: { what: 'The session token is not valid', hint: CREDENTIALS_HINT },
  ExpiredToken: { what: 'The session token has expired', hint: CREDENTIALS_HINT },
  CredentialsProviderError: { what: 'There are no credentials for the store', hint: CREDENTIALS_HINT },
  TokenProviderError: { what: 'There are no credentials for the store', hint: CREDENTIALS_HINT },
  RequestTimeTooSkewed: { what: "This machine's clock is too far off for the store", hint: 'Set the clock' },
  PermanentRedirect: { what: 'The bucket is in another region', hint: REGION_HINT },
  AuthorizationHeaderMalformed: { what: 'The bucket is in another region', hint: REGION_HINT },
  IllegalLocationConstraintException: { what: 'The bucket is in another region', hint: REGION_HINT },
  ExistingObjectIsDirectory: { what: 'Objects lie under this key already', hint: NESTED_HINT },
  ObjectParentIsFile: { what: 'An object stands where this key needs a folder', hint: NESTED_HINT },
  NotImplemented: {
    what: 'The store lacks a feature that skillrun rests on',
    hint: 'Use one that honours If-None-Match, such as AWS S3 or versitygw',
  },
  InvalidObjectState: { what: 'The object is archived', hint: 'Restore it from the archive first' },
};

/** Errors of the request's way there and back, which have no status. */
const transport = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** 400s that tell of a broken transfer, not of a wrong request. */
const interrupted = new Set(['RequestTimeout', 'IncompleteBody', 'BadDigest', 'XAmzContentSHA256Mismatch']);

/** What the SDK throws, and what it lists for single objects of a batch: the latter has only `Code` and `Message`. */
interface VendorError {
  name?: string;
  Code?: string | undefined;
  message?: string;
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The one place where errors of S3 become ours. */
export function classifyS3Error(error: unknown, request: S3Request): SkillrunError {
  if (isSkillrunError(error)) return error;
  const vendor = toVendorError(error);
  const name = vendor.Code ?? vendor.name ?? 'unknown error';
  const status = vendor.$metadata?.httpStatusCode ?? 0;
  const fail = (code: ErrorCode, what: string, hint?: string): SkillrunError =>
    new SkillrunError(code, `${what} ${describe(request)}`, { cause: error, ...(hint === undefined ? {} : { hint }) });

  if (name === 'NoSuchKey' || name === 'NotFound') return fail('object_missing', 'There is no object');
  if (vendor.message?.startsWith('Region is missing')) return fail('store_denied', 'No region is set', REGION_HINT);
  const denial = denials[name];
  if (denial !== undefined) return fail('store_denied', denial.what, denial.hint);
  if (transport.has(vendor.code ?? '') || name === 'TimeoutError') {
    return fail('store_unavailable', `The store cannot be reached (${vendor.message ?? name})`, UNREACHABLE_HINT);
  }
  const passing = status === 409 || status === 429 || status >= 500 || interrupted.has(name);
  if (passing) return fail('store_unavailable', `The store failed (${status} ${name})`);
  if (status === 401 || status === 403) return fail('store_denied', 'The store denies access', PERMISSIONS_HINT);
  if (status >= 300) return fail('store_denied', `The store refused the request (${status} ${name})`);
  return fail('store_unavailable', `The store's answer broke off (${vendor.code ?? name})`);
}

/** True when a conditional put found the object there. */
export function isPreconditionFailed(error: unknown): boolean {
  return toVendorError(error).$metadata?.httpStatusCode === 412;
}

/** Connection attempts on several addresses of a host fail as one error around theirs. */
function toVendorError(error: unknown): VendorError {
  const single: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return typeof single === 'object' && single !== null ? single : {};
}

function describe({ bucket, key }: S3Request): string {
  return key === undefined ? `[bucket=${bucket}]` : `[bucket=${bucket}, key=${key}]`;
}
