import { checkUnprovedRefused } from '../checkers/deliveries.js';
import { checkEveryKeySettled } from '../checkers/outcomes.js';
import { sizeOf } from '../run/profile.js';
import type { Random } from '../run/random.js';
import { storedKey, type Manner } from '../workload/deliveryClient.js';
import { newPayment, SUCCEEDED_PAYMENT, type Payment, type PaymentState } from '../workload/payments.js';
import { defineScenario } from './scenario.js';
import { checkWebhooks, observeWebhooks, successOf, withReceiver, type WebhookPlan } from './webhookScenario.js';

/** What is wrong with a delivery, and what the receiver has to say about it. */
const FLAWS = {
  tampered: 'signature-mismatch',
  'signature tampered': 'signature-mismatch',
  unsigned: 'signature-missing',
  expired: 'timestamp-too-old',
  future: 'timestamp-too-new',
  'wrong secret': 'signature-mismatch',
  'time moved': 'signature-mismatch'
} as const;

type Flaw = keyof typeof FLAWS;

interface Attempt {
  readonly payment: Payment;
  /** Absent: the delivery is in order. */
  readonly flaw?: Flaw;
  /** Decides which byte is changed, and how far off the time is. */
  readonly number: number;
}

interface Plan extends WebhookPlan {
  readonly attempts: readonly Attempt[];
}

/** Deliveries that nobody has proved to come from the provider, among others that are in order. */
export const invalidSignatures = defineScenario<Plan, PaymentState>({
  name: 'invalid-signatures',
  proves:
    'Deliveries that are tampered with, unsigned, too old, from the future or signed with another secret are refused and leave no trace.',

  plan: ({ random, sizes, prefix }) => {
    const rounds = sizeOf(sizes, 'rounds', 10);
    const attempts = Array.from({ length: rounds }, (_, round) => attemptsOf(prefix, round, random)).flat();
    return {
      prefix,
      attempts: random.shuffle(attempts),
      payments: attempts.filter(({ flaw }) => flaw === undefined).map(({ payment }) => payment),
      settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
    };
  },

  async drive(plan, stage) {
    const { attempts, payments } = plan;
    await withReceiver(plan, stage, { connections: 20 }, async ({ provider, settle }) => {
      stage.progress(`${attempts.length} deliveries, ${payments.length} of them signed as they should be`);
      await Promise.all(attempts.map((attempt) => provider.deliver(successOf(attempt.payment), mannerOf(attempt))));
      await settle(payments.length);
    });
  },

  observe: observeWebhooks,

  check({ attempts, payments }, history, state) {
    const reasons = new Map(
      attempts.flatMap(({ payment, flaw }) =>
        flaw === undefined ? [] : [[storedKey(successOf(payment).key), FLAWS[flaw]] as const]
      )
    );
    const present = new Set(state.events.map(({ key }) => key));
    return [
      ...checkWebhooks(payments, history, state, SUCCEEDED_PAYMENT, (payment) => [successOf(payment)]),
      ...checkUnprovedRefused(history, reasons, present),
      ...checkEveryKeySettled(history)
    ];
  }
});

function attemptsOf(prefix: string, round: number, random: Random): Attempt[] {
  const flaws: readonly (Flaw | undefined)[] = [...(Object.keys(FLAWS) as Flaw[]), undefined];
  return flaws.map((flaw, index) => ({
    payment: newPayment(prefix, round * flaws.length + index),
    ...(flaw === undefined ? {} : { flaw }),
    number: random.integer(0, 1_000_000)
  }));
}

const SIGNATURE = 'stripe-signature';
/** Stripe's window, and a little more for a slow machine. */
const OUTSIDE_MS = 360_000;

function mannerOf({ flaw, number }: Attempt): Manner {
  switch (flaw) {
    case undefined:
      return {};
    case 'tampered':
      return {
        tamper: (delivery) => {
          // Only the amount, as a thief would: the digits are the same in number.
          const body = delivery.body.toString('utf8').replace(/"amount":\d/, `"amount":${9 - (number % 8)}`);
          return { ...delivery, body: Buffer.from(body.includes('"amount":2') ? `${body} ` : body) };
        }
      };
    case 'signature tampered':
      return {
        tamper: (delivery) => {
          const signature = delivery.headers[SIGNATURE]!;
          const at = signature.length - 1 - (number % 64);
          const digit = signature[at] === '0' ? '1' : '0';
          const changed = signature.slice(0, at) + digit + signature.slice(at + 1);
          return { ...delivery, headers: { ...delivery.headers, [SIGNATURE]: changed } };
        }
      };
    case 'unsigned':
      return { tamper: (delivery) => ({ ...delivery, headers: { 'content-type': 'application/json' } }) };
    case 'expired':
      return { signedAt: Date.now() - OUTSIDE_MS - number * 1000 };
    case 'future':
      return { signedAt: Date.now() + OUTSIDE_MS + number * 1000 };
    case 'wrong secret':
      return { secret: `whsec_not_ours_${number}` };
    case 'time moved':
      // An old delivery whose time was made to look new.
      return {
        signedAt: Date.now() - OUTSIDE_MS,
        tamper: (delivery) => {
          const signature = delivery.headers[SIGNATURE]!.replace(/^t=\d+/, `t=${Math.floor(Date.now() / 1000)}`);
          return { ...delivery, headers: { ...delivery.headers, [SIGNATURE]: signature } };
        }
      };
  }
}
