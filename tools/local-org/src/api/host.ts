import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CalloutConfiguration } from '../platform/callouts/protocol.js';
import type { OrgClock } from '../platform/clock.js';
import type { ThreadMemory } from '../platform/memory.js';
import type { OrgUsage } from '../platform/usage.js';
import type { FaultRegistry } from '../platform/faults/registry.js';
import type { HubLimits } from './hub/operations.js';
import type { Authorization } from './oauth/authorization.js';

/** A caller that has shown a valid access token. */
export interface Session {
  readonly token: string;
  /** 18 characters. */
  readonly userId: string;
  /** Consumer key of the connected app that asked for it; null: the local org itself gave it out. */
  readonly clientId: string | null;
}

/** Rows to be locked as another transaction would: those of an object with a value in a field. */
export interface RowLockRequest {
  readonly object: string;
  readonly field: string;
  readonly value: string;
  readonly milliseconds: number;
}

export interface RowLock {
  readonly id: string;
  readonly recordIds: readonly string[];
  readonly milliseconds: number;
}

/** The queue of jobs and events as the main thread sees it. */
export interface QueueStatus {
  readonly paused: boolean;
  readonly running: number;
  /** Jobs that are due and have not started. */
  readonly due: number;
  /** Jobs whose time is to come: delayed and scheduled. */
  readonly later: number;
  /** Platform events whose triggers run. */
  readonly delivering: number;
}

/** Hands on the running org: what tests use to make bad luck happen, and time pass. */
export interface OrgControl {
  readonly faults: FaultRegistry;
  queueStatus(): QueueStatus;
  pauseQueue(): void;
  resumeQueue(): void;
  /** @returns false when the org was not idle after the time. */
  drainQueue(timeoutMs: number): Promise<boolean>;
  /** Starts a job that waits, due or not, and resolves at its end. @returns false when no such job waits. */
  runJobNow(id: string): Promise<boolean>;
  /** The clock was moved, stopped or started: what is due starts, and a kept org remembers. */
  clockChanged(): Promise<void>;
  holdRows(request: RowLockRequest): Promise<RowLock>;
  releaseRows(id: string): Promise<boolean>;
}

/** How many transactions there are at one time: the most of each number in the time that was watched. */
export interface Activity {
  readonly running: number;
  /** How many of them wait for a lock in PostgreSQL. */
  readonly waitingOnLock: number;
  /** The most since the org started that any look saw. */
  readonly peakWaitingOnLock: number;
}

/** A transaction of a slot, as PostgreSQL sees it. */
export interface RunningTransaction {
  readonly slot: number;
  /** Kind of the operation; null when it has just ended. */
  readonly operation: string | null;
  /** 18 characters; null: the org itself. */
  readonly userId: string | null;
  /** How long the transaction has been open. Milliseconds. */
  readonly forMs: number;
  /** What its connection does: `active`, `waits for a lock`, `computes`. */
  readonly state: string;
  /** Slots that hold a lock it waits for; 0 is a lock that the admin endpoint holds. */
  readonly waitsFor: readonly number[];
  /** The last statement, cut. */
  readonly statement: string;
}

export interface LoggedError {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** Memory of the process and of its threads that run Apex. */
export interface MemoryReport {
  /** Of the whole process, as the operating system counts. */
  readonly rssBytes: number;
  readonly threads: readonly ThreadMemory[];
}

/** What the HTTP routes need of the running org; the server layer provides it. */
export interface OrgGateway {
  readonly orgId: string;
  readonly adminUserId: string;
  readonly adminUsername: string;
  readonly clock: OrgClock;
  /** What was used of the org's allowances. */
  readonly usage: OrgUsage;
  readonly control: OrgControl;
  /** Address that clients use, without a trailing slash. */
  readonly url: () => string;
  /** Runs an operation in a slot. */
  run<T>(kind: string, payload: unknown, userId: string): Promise<T>;
  /** The same in a slot of the jobs: for work that nobody waits for. */
  runInBackground<T>(kind: string, payload: unknown, userId: string): Promise<T>;
  findSession(token: string): Session | null;
  /** @param clientId see `Session`. */
  createSession(userId: string, clientId?: string): Session;
  /** Ends a session. @returns whether there was one. */
  revokeSession(token: string): boolean;
  /** How many scratch orgs a Dev Hub may make; null: the org is no hub. */
  readonly hubLimits: HubLimits | null;
  /** Tells of each object whose events have been delivered to its triggers. */
  onEventsDelivered(listener: (objectName: string) => void): void;
  /** Who may log in, and how. */
  readonly authorization: Authorization;
  /** Maps named credentials (by name) to addresses. */
  mapCredentials(credentials: CalloutConfiguration['credentials']): void;
  /** Memory that is in use once garbage has been collected. */
  memory(): Promise<MemoryReport>;
  /** Watches the transactions for a time in milliseconds; 0 looks once. */
  activity(periodMs: number): Promise<Activity>;
  /** Transactions that are open now, the oldest first. */
  transactions(): Promise<readonly RunningTransaction[]>;
  /** Errors of the org itself, the newest first. */
  recentErrors(): readonly LoggedError[];
  /** Version of the local org's package. */
  readonly productVersion: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}

/** A part of the API: registers its routes on the server. */
export type RouteModule = (app: FastifyInstance, org: OrgGateway) => void;

declare module 'fastify' {
  interface FastifyRequest {
    /** Of every route but public ones and those that authenticate by themselves. */
    session: Session;
  }
  interface FastifyContextConfig {
    /** No access token needed: login and health only. */
    public?: boolean;
    /** The token arrives inside the body (SOAP): the route checks it. */
    ownAuthentication?: boolean;
  }
}

export interface ErrorItem {
  readonly message: string;
  readonly errorCode: string;
  readonly fields?: readonly string[];
}

/** Answers in the shape of Salesforce's REST errors. */
export function sendErrors(reply: FastifyReply, status: number, errors: readonly ErrorItem[]): FastifyReply {
  return reply.code(status).header('content-type', 'application/json;charset=UTF-8').send(JSON.stringify(errors));
}

export function sendJson(reply: FastifyReply, status: number, body: unknown): FastifyReply {
  return sendJsonText(reply, status, JSON.stringify(body));
}

/** @param text JSON. */
export function sendJsonText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'application/json;charset=UTF-8').send(text);
}
