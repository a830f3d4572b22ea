/** Life cycles of the three stores. Values are the picklist values in the org, character by character. */

export interface State<Name extends string> {
  readonly name: Name;
  /** True when no automatic step leaves this state. */
  readonly terminal: boolean;
  /** States that may follow; an operator replay is listed too. */
  readonly next: readonly Name[];
}

/** States of a command (`Integration_Request__c.Status__c`). */
export type CommandState = 'Accepted' | 'Processing' | 'Succeeded' | 'Rejected' | 'Retryable Failure' | 'Exhausted';

export const COMMAND_STATES: readonly State<CommandState>[] = [
  { name: 'Accepted', terminal: false, next: ['Processing'] },
  { name: 'Processing', terminal: false, next: ['Succeeded', 'Rejected', 'Retryable Failure', 'Exhausted'] },
  { name: 'Succeeded', terminal: true, next: [] },
  { name: 'Rejected', terminal: true, next: [] },
  { name: 'Retryable Failure', terminal: false, next: ['Processing'] },
  { name: 'Exhausted', terminal: true, next: ['Processing'] }
];

/** States of an inbound event (`Inbound_Event__c.Status__c`). */
export type EventState = 'Received' | 'Processing' | 'Processed' | 'Stale' | 'Retry Scheduled' | 'Dead Letter';

export const EVENT_STATES: readonly State<EventState>[] = [
  {
    name: 'Received',
    terminal: false,
    next: ['Processing', 'Processed', 'Stale', 'Retry Scheduled', 'Dead Letter']
  },
  { name: 'Processing', terminal: false, next: ['Processed', 'Stale', 'Retry Scheduled', 'Dead Letter'] },
  { name: 'Processed', terminal: true, next: ['Received'] },
  { name: 'Stale', terminal: true, next: ['Received'] },
  {
    name: 'Retry Scheduled',
    terminal: false,
    next: ['Processing', 'Processed', 'Stale', 'Dead Letter']
  },
  { name: 'Dead Letter', terminal: true, next: ['Received'] }
];

/** The names of the terminal states of a life cycle. */
export function terminalStates<Name extends string>(states: readonly State<Name>[]): Name[] {
  return states.filter((state) => state.terminal).map((state) => state.name);
}
