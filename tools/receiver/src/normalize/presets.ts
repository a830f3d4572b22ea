import type { EventPaths, Profile } from '../contract.js';
import { WHOLE_BODY } from './paths.js';

/** Where a provider keeps the values of its events. */
export interface Preset extends EventPaths {
  /** Instead of `id`: the values that together identify an event of a provider without an id of its own. */
  readonly idParts?: readonly string[];
}

const NONE: Preset = {};

/**
 * The configuration of a source overrides each of these. Headers occur only where a provider tells the value nowhere else; except
 * for the id of Standard Webhooks they are not signed, so no key is made from them alone.
 */
export const PRESETS: Readonly<Record<Profile, Preset>> = {
  // Of all ids in a header, this one is signed, and the same in every attempt.
  'standard-webhooks': {
    id: 'header:webhook-id | header:svix-id',
    type: 'type',
    entityId: 'data.id',
    timestamp: 'timestamp'
  },
  stripe: {
    id: 'id',
    type: 'type',
    entityId: 'data.object.id',
    timestamp: 'created',
    timestampUnit: 'seconds'
  },
  // X-GitHub-Delivery is neither signed nor in the body.
  github: {
    type: 'header:x-github-event',
    entityId:
      'pull_request.node_id | issue.node_id | release.node_id | workflow_run.node_id | check_run.node_id | ' +
      'deployment.node_id | after | repository.node_id | organization.node_id | hook_id',
    timestamp:
      'review.submitted_at | comment.updated_at | pull_request.updated_at | issue.updated_at | release.published_at | ' +
      'workflow_run.updated_at | check_run.completed_at | deployment.updated_at | head_commit.timestamp',
    timestampUnit: 'iso8601'
  },
  // X-Shopify-Event-Id is neither signed nor in the body.
  shopify: {
    type: 'header:x-shopify-topic | header:shopify-topic',
    entityId: 'id | admin_graphql_api_id',
    timestamp: 'updated_at | created_at',
    timestampUnit: 'iso8601'
  },
  slack: {
    id: 'event_id',
    type: 'event.type | type | command',
    entityId: 'event.channel | event.item.channel | event.user.id | event.user | channel_id | team_id',
    timestamp: 'event_time',
    timestampUnit: 'seconds'
  },
  twilio: {
    type: 'MessageStatus | SmsStatus | CallStatus | EventType | constant:message.received',
    entityId: 'MessageSid | SmsSid | CallSid | ConversationSid | Sid'
  },
  // Only signed fields make the key. That the same reference fails first and succeeds later is one of Adyen's own cases.
  adyen: {
    events: 'notificationItems',
    payload: 'NotificationRequestItem',
    idParts: [
      'NotificationRequestItem.pspReference',
      'NotificationRequestItem.eventCode',
      'NotificationRequestItem.success'
    ],
    type: 'NotificationRequestItem.eventCode',
    entityId: 'NotificationRequestItem.originalReference | NotificationRequestItem.pspReference',
    timestamp: 'NotificationRequestItem.eventDate',
    timestampUnit: 'iso8601'
  },
  // HubSpot does not promise that eventId alone is unique; attemptNumber differs from one attempt to the next.
  hubspot: {
    events: WHOLE_BODY,
    idParts: ['eventId', 'subscriptionId', 'objectId', 'occurredAt'],
    type: 'subscriptionType | eventType',
    entityId: 'objectId | fromObjectId',
    timestamp: 'occurredAt',
    timestampUnit: 'milliseconds'
  },
  paddle: {
    id: 'event_id',
    type: 'event_type',
    entityId: 'data.id',
    timestamp: 'occurred_at',
    timestampUnit: 'iso8601'
  },
  square: {
    id: 'event_id',
    type: 'type',
    entityId: 'data.id',
    timestamp: 'created_at',
    timestampUnit: 'iso8601'
  },
  generic: NONE
};
