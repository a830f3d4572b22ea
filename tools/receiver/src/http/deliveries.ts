import type { DeliveryRequest, Normalize, SourceConfiguration, Verify } from '../contract.js';
import { findMisfit } from '../inboxLimits.js';
import type { Logger } from '../observe/logger.js';
import type { Metrics } from '../observe/metrics.js';
import { StoreUnavailableError, type GroupWriter } from '../store/groupWriter.js';
import { acknowledgement, handshake, problem, type Answer } from './answers.js';

export interface DeliveryServices {
  readonly verify: Verify;
  readonly normalize: Normalize;
  readonly writer: Pick<GroupWriter, 'store'>;
  /** Called after each commit that brought something new. */
  readonly onStored: (events: number) => void;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * Takes one delivery from raw request to answer. Nothing of a request that is not verified is kept or logged, besides its
 * source and the reason.
 */
export async function takeDelivery(
  services: DeliveryServices,
  source: SourceConfiguration,
  request: DeliveryRequest
): Promise<Answer> {
  const { metrics, logger } = services;
  const verification = services.verify(source, request);
  if (!verification.accepted) {
    metrics.refusals.inc({ source: source.name, reason: verification.reason });
    logger.warn({ source: source.name, reason: verification.reason }, 'a delivery was refused');
    return problem(401, 'unauthorized', verification.reason, 'The signature does not prove who sent this.');
  }
  metrics.acceptedBySecret.inc({ source: source.name, secret: String(verification.secretIndex) });

  const normalization = services.normalize(source, request);
  if (normalization.kind === 'handshake') return handshake(normalization.contentType, normalization.body);
  if (normalization.kind === 'malformed') return refuse(services, source, 400, normalization.detail);
  const { events } = normalization;
  for (const event of events) {
    const misfit = findMisfit(event);
    if (misfit) return refuse(services, source, misfit.kind === 'too-large' ? 413 : 400, misfit.detail);
  }
  if (events.length === 0) return acknowledgement({ stored: 0, known: 0 });

  try {
    const stored = await services.writer.store(events);
    const fresh = stored.filter((outcome) => outcome === 'new').length;
    if (fresh > 0) {
      metrics.events.inc({ source: source.name, outcome: 'stored' }, fresh);
      services.onStored(fresh);
    }
    if (fresh < stored.length) metrics.events.inc({ source: source.name, outcome: 'known' }, stored.length - fresh);
    stored.forEach((outcome, index) => {
      if (outcome !== 'conflict') return;
      metrics.conflicts.inc({ source: source.name });
      logger.warn(
        { source: source.name, eventKey: events[index]!.eventKey },
        'a known event key came with another content; the content first stored stays'
      );
    });
    return acknowledgement({ stored: fresh, known: stored.length - fresh });
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    logger.error({ source: source.name, error }, 'a delivery could not be stored; its sender has to come again');
    return problem(503, 'unavailable', 'store-unavailable', 'The events could not be stored. Send them again.');
  }
}

function refuse(services: DeliveryServices, source: SourceConfiguration, status: 400 | 413, detail: string): Answer {
  services.logger.warn({ source: source.name, detail }, 'a verified delivery cannot be used');
  return status === 413
    ? problem(413, 'too-large', 'payload-too-large', detail)
    : problem(400, 'malformed', 'malformed', detail);
}
