import { isUtf8, type Buffer } from 'node:buffer';
import { formToJson, readForm } from '../body/form.js';
import { elementsOf, readJson, sourceOf, type JsonReading, type JsonValue } from '../body/json.js';
import type { DeliveryRequest, Normalization, Normalize, NormalizedEvent, SourceConfiguration } from '../contract.js';
import { headerOf } from '../verify/headers.js';
import { eventKeyOf } from './eventKey.js';
import { handshakeIn } from './handshake.js';
import { compilePath, textAt, valueAt, type CompiledPath, type PathRoot } from './paths.js';
import { PRESETS, type Preset } from './presets.js';
import { readSourceTime, type TimestampUnit } from './sourceTime.js';

const FORM = 'application/x-www-form-urlencoded';
const CORRELATION_LENGTH = 128;

type PathName = Exclude<keyof Preset, 'timestampUnit' | 'idParts'>;
const PATH_NAMES: readonly PathName[] = [
  'events',
  'id',
  'type',
  'entityType',
  'entityId',
  'timestamp',
  'version',
  'correlationId',
  'payload'
];

/** The paths of a source, with those of its profile's preset, taken apart once. */
interface EventShape {
  readonly paths: Readonly<Partial<Record<PathName, CompiledPath>>>;
  readonly idParts: readonly CompiledPath[] | undefined;
  readonly unit: TimestampUnit;
}

/** What makes a delivery malformed; names places, never values. */
class MalformedEvent extends Error {}

const shapes = new WeakMap<SourceConfiguration, EventShape>();

/** What the inbox cannot hold is for `findMisfit` to find. */
export const normalize: Normalize = (source: SourceConfiguration, request: DeliveryRequest): Normalization => {
  const reading = readBody(request);
  if ('problem' in reading) return { kind: 'malformed', detail: `the body ${reading.problem}` };
  const body = reading.value;
  const handshake = handshakeIn(source.profile, body);
  if (handshake !== undefined) return handshake;

  const shape = shapeOf(source);
  const list = shape.paths.events === undefined ? [body] : eventsIn(shape.paths.events, body);
  if (list === undefined) return { kind: 'malformed', detail: `the body has no list at '${shape.paths.events!.path}'` };
  const events: NormalizedEvent[] = [];
  for (const [index, element] of list.entries()) {
    const where = shape.paths.events === undefined ? '' : `event ${index + 1} of ${list.length}: `;
    try {
      events.push(toEvent(source.name, shape, { body: element, headers: request.headers }));
    } catch (error) {
      if (!(error instanceof MalformedEvent)) throw error;
      return { kind: 'malformed', detail: where + error.message };
    }
  }
  return { kind: 'events', events };
};

/** What is missing in the configuration of a source. For the start of the process. */
export function eventProblems(source: SourceConfiguration): readonly string[] {
  const { paths } = shapeOf(source);
  return (['type', 'entityId'] as const)
    .filter((name) => paths[name] === undefined)
    .map((name) => `'${source.name}' does not say where its events have their ${name}: write event.${name}.`);
}

function shapeOf(source: SourceConfiguration): EventShape {
  const known = shapes.get(source);
  if (known !== undefined) return known;
  const preset = PRESETS[source.profile];
  const { event } = source;
  const paths: Partial<Record<PathName, CompiledPath>> = {};
  for (const name of PATH_NAMES) {
    const path = event[name] ?? preset[name];
    if (path !== undefined) paths[name] = compilePath(path);
  }
  const shape: EventShape = {
    paths,
    idParts: event.id === undefined ? preset.idParts?.map(compilePath) : undefined,
    unit: event.timestampUnit ?? (event.timestamp === undefined ? preset.timestampUnit : undefined) ?? 'iso8601'
  };
  shapes.set(source, shape);
  return shape;
}

function readBody({ rawBody, headers }: DeliveryRequest): JsonReading {
  if (rawBody.length === 0) return { problem: 'is empty' };
  const contentType = headerOf({ headers }, 'content-type') ?? '';
  return contentType.toLowerCase().startsWith(FORM) ? readFormBody(rawBody) : readJsonBody(rawBody);
}

function readJsonBody(rawBody: Buffer): JsonReading {
  return isUtf8(rawBody) ? readJson(rawBody.toString('utf8')) : { problem: 'is not UTF-8' };
}

function readFormBody(rawBody: Buffer): JsonReading {
  const form = readForm(rawBody);
  return form === undefined ? { problem: 'is not a form' } : readJson(formToJson(form));
}

function eventsIn(path: CompiledPath, body: JsonValue): readonly JsonValue[] | undefined {
  const list = valueAt(path, body);
  return list === undefined ? undefined : elementsOf(list);
}

function toEvent(source: string, shape: EventShape, root: PathRoot): NormalizedEvent {
  const { paths, idParts } = shape;
  const text = (name: PathName): string | undefined => wellFormed(name, paths[name], root);
  const required = (name: 'type' | 'entityId'): string => {
    const value = text(name);
    if (value === undefined) throw new MalformedEvent(`there is no ${name} at '${paths[name]?.path ?? ''}'`);
    return value;
  };
  const eventType = required('type');
  const entityId = required('entityId');
  const version = wholeNumber(text('version'), paths.version);
  const timestamp = text('timestamp');
  const id = text('id');
  const payload = payloadOf(paths.payload, root.body);
  return {
    eventKey: eventKeyOf({
      source,
      id: idParts?.map((part) => wellFormed('id', part, root) ?? '') ?? (id === undefined ? undefined : [id]),
      entityType: text('entityType'),
      entityId,
      eventType,
      version,
      timestamp,
      content: sourceOf(root.body)
    }),
    source,
    eventType,
    entityId,
    sourceTimestamp: timestamp === undefined ? null : timeOf(timestamp, shape),
    sourceVersion: version ?? null,
    payload,
    correlationId: text('correlationId')?.slice(0, CORRELATION_LENGTH) ?? null
  };
}

function wellFormed(name: string, path: CompiledPath | undefined, root: PathRoot): string | undefined {
  const value = path === undefined ? undefined : textAt(path, root);
  if (value !== undefined && /\p{Surrogate}/u.test(value)) {
    throw new MalformedEvent(`the ${name} at '${path!.path}' contains half a character`);
  }
  return value;
}

function timeOf(timestamp: string, { paths, unit }: EventShape): string {
  const reading = readSourceTime(timestamp, unit);
  if ('problem' in reading) throw new MalformedEvent(`the timestamp at '${paths.timestamp!.path}' ${reading.problem}`);
  return reading.iso;
}

/** Without leading zeros, so that one version has one spelling. */
function wholeNumber(version: string | undefined, path: CompiledPath | undefined): string | undefined {
  if (version === undefined) return undefined;
  if (!/^\d+$/.test(version)) throw new MalformedEvent(`the version at '${path!.path}' is no whole number`);
  return version.replace(/^0+(?=\d)/, '');
}

function payloadOf(path: CompiledPath | undefined, body: JsonValue): string {
  if (path === undefined) return sourceOf(body);
  const value = valueAt(path, body);
  if (value === undefined) throw new MalformedEvent(`there is no payload at '${path.path}'`);
  return sourceOf(value);
}
