import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { Bean, beanAccessors, beanProperties } from '../support/bean.js';
import { apexReference } from '../support/reference.js';

const EMAIL_PROPERTIES = [
  'Boolean bccSender',
  'String emailPriority',
  'String replyTo',
  'Boolean saveAsActivity',
  'String senderDisplayName',
  'String subject',
  'Boolean useSignature'
];

const SINGLE_PROPERTIES = [
  'List<String> bccAddresses',
  'List<String> ccAddresses',
  'String charset',
  'Map<String, String> customHeaders',
  'List<Id> documentAttachments',
  'List<String> entityAttachments',
  'List<Messaging.EmailFileAttachment> fileAttachments',
  'String htmlBody',
  'String inReplyTo',
  'Boolean oneClickPost',
  'String optOutPolicy',
  'Id orgWideEmailAddressId',
  'String plainTextBody',
  'String references',
  'Id targetObjectId',
  'Id templateId',
  'String templateName',
  'List<String> toAddresses',
  'Boolean treatBodiesAsTemplate',
  'Boolean treatTargetObjectAsRecipient',
  'String unsubscribeComment',
  'List<String> unsubscribeUrls',
  'Id whatId'
];

const MASS_PROPERTIES = ['String description', 'List<Id> targetObjectIds', 'Id templateId', 'List<Id> whatIds'];
const ATTACHMENT_PROPERTIES = ['Blob body', 'String contentType', 'String fileName', 'Id id', 'Boolean inline'];

const read = (name: string) => (self: Bean) => self.read(name) === true;

/** A message or attachment: it holds what it is given, nothing is sent. */
const email = (name: string, page: string, properties: readonly string[], parent?: string) => {
  const type = platformType('Messaging', name);
  return definePlatformType({
    name: `Messaging.${name}`,
    source: apexReference(page),
    ...(parent ? { extends: parent } : {}),
    constructors: { '()': () => new Bean(type) },
    properties: beanProperties(properties),
    methods: beanAccessors(properties)
  });
};

const single = email('SingleEmailMessage', 'apex_classes_email_outbound_single', SINGLE_PROPERTIES, 'Messaging.Email');

export default [
  email('Email', 'apex_classes_email_outbound_base', EMAIL_PROPERTIES),
  definePlatformType({
    ...single,
    methods: {
      ...single.methods,
      'Boolean isTreatBodiesAsTemplate()': read('treatBodiesAsTemplate'),
      'Boolean isTreatTargetObjectAsRecipient()': read('treatTargetObjectAsRecipient'),
      'Boolean isUserMail()': read('userMail')
    }
  }),
  email('MassEmailMessage', 'apex_classes_email_outbound_mass', MASS_PROPERTIES, 'Messaging.Email'),
  email('EmailFileAttachment', 'apex_classes_email_outbound_attachments', ATTACHMENT_PROPERTIES)
];
