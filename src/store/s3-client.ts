import { S3Client } from '@aws-sdk/client-s3';
import { SkillrunError } from '../contract/errors.ts';

/** A store that does not answer may not hang a run: a connection comes up in this time, and never falls silent for longer. */
const CONNECTION_TIMEOUT_MS = 5_000;
const SILENCE_TIMEOUT_MS = 60_000;

/** The vendor's client, configured by AWS's own variables and profiles. Throws `invalid_configuration`. */
export function s3Client(): S3Client {
  const client = new S3Client({
    // Buckets of gateways have no host names of their own.
    forcePathStyle: endpoint() !== undefined,
    // Gateways choke on the SDK's default checksums; signatures and our own sha256 guard the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
  });
  client.middlewareStack.add(
    (next) => async (request) => {
      try {
        return await next(request);
      } catch (error) {
        throw asRetryable(error);
      }
    },
    { name: 'retryConflicts', step: 'deserialize', priority: 'high' },
  );
  return client;
}

function endpoint(): string | undefined {
  const url = process.env['AWS_ENDPOINT_URL_S3'] || process.env['AWS_ENDPOINT_URL'];
  if (!url) return undefined;
  if (URL.canParse(url)) return url;
  throw new SkillrunError('invalid_configuration', `The address of the S3 endpoint is not a URL [endpoint=${url}]`, {
    hint: 'Set AWS_ENDPOINT_URL_S3 to a URL such as http://localhost:7070, or unset it for AWS',
  });
}

/** S3 answers 409 to one of two conditional puts at the same moment, and asks to try again. The SDK's retry skips that. */
function asRetryable(error: unknown): unknown {
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  return status === 409 ? Object.assign(error as object, { $retryable: {} }) : error;
}
