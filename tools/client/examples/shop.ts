import { CommandClient, fetchTransport, FileKeyStore } from '@retrysafe/client';

/** A shop that creates orders in Salesforce; may crash and be started again at any point. */
export async function createOrder(orderNumber: string, total: string): Promise<string> {
  const client = new CommandClient({
    transport: fetchTransport({
      instanceUrl: process.env.SF_INSTANCE_URL ?? '',
      // Called before each request; `refresh` is true after the last token was refused.
      accessToken: (refresh) => loadToken(refresh)
    }),
    store: new FileKeyStore('.commands')
  });

  // What an earlier run left open comes first: same key, same content, no second effect.
  await client.resumeAll();

  const sent = await client.send<{ orderNumber: string }>(
    'create-order',
    { externalOrderId: orderNumber, total },
    // A name of the shop's own business: even a shop that lost its store sends the same key.
    { key: `order-${orderNumber}` }
  );
  switch (sent.outcome) {
    case 'done':
      return sent.recordId ?? '';
    case 'unresolved':
      throw new Error(`Not known yet, will go on at the next start: ${sent.lastError}`);
    case 'rejected':
    case 'conflict':
    case 'exhausted':
      throw new Error(`${sent.problem.code}: ${sent.problem.detail}`);
    case 'refused':
      throw new Error(`The request is wrong or not permitted (${sent.status}).`);
  }
}

declare function loadToken(refresh: boolean): Promise<string>;
