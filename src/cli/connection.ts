import type { ConnectedClient } from '../client/index.ts';

/** Connects as the environment says. Loaded late, so that help and usage errors do not wait for gRPC and the AWS SDK. */
export async function connectClient(): Promise<ConnectedClient> {
  const { connect } = await import('../client/index.ts');
  return await connect(process.env);
}
