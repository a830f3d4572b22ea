import { CommandClient, jsforceTransport, MemoryKeyStore, type JsforceConnection } from '@retrysafe/client';

/** With a connection that jsforce has logged in: address and tokens come from it. */
export async function cancelOrder(connection: JsforceConnection, orderNumber: string): Promise<boolean> {
  const client = new CommandClient({ transport: jsforceTransport(connection), store: new MemoryKeyStore() });
  const sent = await client.send(
    'cancel-order',
    { externalOrderId: orderNumber },
    { key: `cancel-${orderNumber}`, signal: AbortSignal.timeout(60_000) }
  );
  return sent.outcome === 'done';
}
