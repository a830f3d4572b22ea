import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { SendEmailError, SendEmailResult } from '../Messaging/SendEmailResult.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import type { Bean } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

/** Addresses one call may have. */
const MAX_ADDRESSES = 150;

const sizeOf = (message: Bean, property: string): number => (message.read(property) as ApexList | null)?.size ?? 0;

/** What the platform refuses before sending; null when the message is fine. */
function problemOf(message: Bean): SendEmailError | null {
  const target = message.read('targetObjectId') as string | null;
  const addresses = sizeOf(message, 'toAddresses') + sizeOf(message, 'ccAddresses') + sizeOf(message, 'bccAddresses');
  const isMass = message.apexType.key === 'messaging.massemailmessage';
  if (isMass) return null;
  if (addresses === 0 && target === null) {
    return new SendEmailError('REQUIRED_FIELD_MISSING', 'Add a recipient to send an email.', null);
  }
  if (addresses > MAX_ADDRESSES) {
    return new SendEmailError('LIMIT_EXCEEDED', `Too many recipients: ${addresses}`, target);
  }
  const hasContent = ['plainTextBody', 'htmlBody', 'templateId'].some((name) => message.read(name) !== null);
  return hasContent
    ? null
    : new SendEmailError('REQUIRED_FIELD_MISSING', 'Missing body: [plainTextBody, htmlBody]', target);
}

/**
 * Keeps the messages in the slot `emails` of the transaction's state: the local org sends no mail.
 * @throws PlatformError System.EmailException for the first refused message, when all must go.
 */
function sendEmail(messages: ApexList | null, allOrNone: boolean | null = true): ApexList {
  const transaction = currentTransaction();
  transaction.limits.consume('emailInvocations');
  const sent = (transaction.state.get('emails') as Bean[] | undefined) ?? [];
  transaction.state.set('emails', sent);
  const problems = (required(messages).items as Bean[]).map(problemOf);
  const first = problems.findIndex((problem) => problem !== null);
  if (first >= 0 && allOrNone === true) {
    const { statusCode, message } = problems[first]!;
    throw new PlatformError(
      'System.EmailException',
      `SendEmail failed. First exception on row ${first}; first error: ${statusCode}, ${message}: []`,
      { rows: [{ index: first, id: null, errors: [{ statusCode, message, fields: [] }] }] }
    );
  }
  const results = problems.map((problem, index) => {
    if (!problem) sent.push(messages!.items[index] as Bean);
    return new SendEmailResult(problem ? [problem] : []);
  });
  return new ApexList(platformType('Messaging', 'SendEmailResult'), results);
}

export default definePlatformType({
  name: 'System.Messaging',
  source: apexReference('apex_classes_email_outbound_messaging'),
  statics: {
    'List<Messaging.SendEmailResult> sendEmail(List<Messaging.Email>)': sendEmail,
    'List<Messaging.SendEmailResult> sendEmail(List<Messaging.Email>, Boolean)': sendEmail,
    'void reserveSingleEmailCapacity(Integer)': () => undefined,
    'void reserveMassEmailCapacity(Integer)': () => undefined
  }
});
