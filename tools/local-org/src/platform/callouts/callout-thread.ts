import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { answerOn } from '../../threads/sync-channel.js';
import { send } from './send.js';
import type { CalloutConfiguration, CalloutRequest } from './protocol.js';

/** Entry of the callout thread: makes the HTTP calls for which slots wait. */

export type CalloutThreadMessage =
  | { readonly kind: 'open'; readonly slot: number; readonly port: MessagePort; readonly signal: SharedArrayBuffer }
  | { readonly kind: 'close'; readonly slot: number }
  | { readonly kind: 'configure'; readonly configuration: CalloutConfiguration };

let configuration = workerData as CalloutConfiguration;
const ports = new Map<number, MessagePort>();

parentPort?.on('message', (message: CalloutThreadMessage) => {
  switch (message.kind) {
    case 'open':
      ports.set(message.slot, message.port);
      answerOn(message.port, new Int32Array(message.signal), (request: CalloutRequest) => send(request, configuration));
      return;
    case 'close':
      ports.get(message.slot)?.close();
      ports.delete(message.slot);
      return;
    case 'configure':
      configuration = message.configuration;
  }
});

parentPort?.postMessage('ready');
