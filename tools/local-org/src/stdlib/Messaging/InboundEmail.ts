import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { Bean, beanProperties } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

const holder = (name: string, properties: readonly string[], page = 'apex_classes_email_inbound_inbound') => {
  const type = platformType('Messaging', name);
  return definePlatformType({
    name: `Messaging.${name}`,
    source: apexReference(page),
    constructors: { '()': () => new Bean(type) },
    properties: beanProperties(properties)
  });
};

/** Mail that comes in; nothing delivers any here but the code's own tests. */
export default [
  holder('InboundEmail', [
    'List<Messaging.InboundEmail.AuthenticationResult> authenticationResults',
    'List<Messaging.InboundEmail.BinaryAttachment> binaryAttachments',
    'List<String> ccAddresses',
    'String fromAddress',
    'String fromName',
    'List<Messaging.InboundEmail.Header> headers',
    'String htmlBody',
    'Boolean htmlBodyIsTruncated',
    'String inReplyTo',
    'String messageId',
    'String plainTextBody',
    'Boolean plainTextBodyIsTruncated',
    'List<String> references',
    'String replyTo',
    'String subject',
    'List<Messaging.InboundEmail.TextAttachment> textAttachments',
    'List<String> toAddresses'
  ]),
  holder('InboundEmail.AuthenticationResult', [
    'List<Messaging.InboundEmail.AuthenticationResultField> authenticationResultFields',
    'String method',
    'String result'
  ]),
  holder('InboundEmail.AuthenticationResultField', ['String name', 'String value']),
  holder('InboundEmail.BinaryAttachment', [
    'Blob body',
    'String fileName',
    'List<Messaging.InboundEmail.Header> headers',
    'String mimeTypeSubType'
  ]),
  holder('InboundEmail.Header', ['String name', 'String value']),
  holder('InboundEmail.TextAttachment', [
    'String body',
    'Boolean bodyIsTruncated',
    'String charset',
    'String fileName',
    'List<Messaging.InboundEmail.Header> headers',
    'String mimeTypeSubType'
  ]),
  holder('InboundEmailResult', ['String message', 'Boolean success'], 'apex_classes_email_inbound_result'),
  holder('InboundEnvelope', ['String fromAddress', 'String toAddress'], 'apex_classes_email_inbound_envelope'),
  definePlatformType({
    name: 'Messaging.InboundEmailHandler',
    kind: 'interface',
    source: apexReference('apex_classes_email_inbound_using'),
    abstracts: ['Messaging.InboundEmailResult handleInboundEmail(Messaging.InboundEmail, Messaging.InboundEnvelope)']
  })
];
