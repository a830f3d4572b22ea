import { childrenOf, flagOf, textOf, type XmlElement } from '../xml/element.js';
import type { RowHandler } from './handler.js';

/** Value of a parameter of the new kind of named credential, which lists them as `namedCredentialParameters`. */
export const parameterOf = (xml: XmlElement, kind: string): string | null => {
  const parameter = childrenOf(xml, 'namedCredentialParameters').find((item) => textOf(item, 'parameterType') === kind);
  return parameter ? (textOf(parameter, 'parameterValue') ?? textOf(parameter, 'externalCredential')) : null;
};

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_namedcredential.htm */
export const namedCredential: RowHandler = {
  type: 'NamedCredential',
  elements: {
    type: 'NamedCredential',
    used: [
      'fullName',
      'label',
      'endpoint',
      'principalType',
      'protocol',
      'username',
      'password',
      'namedCredentialType',
      'namedCredentialParameters',
      'generateAuthorizationHeader',
      'allowMergeFieldsInBody',
      'allowMergeFieldsInHeader',
      'calloutStatus'
    ],
    cosmetic: ['description', 'oauthRefreshToken', 'oauthScope', 'oauthToken', 'outboundNetworkConnection'],
    refused: { authProvider: '', certificate: '', awsAccessKey: '', jwtIssuer: '' }
  },
  validate: ({ xml }, context) => {
    const external = xml && parameterOf(xml, 'Authentication');
    return external && !context.has('ExternalCredential', external)
      ? [`In field: externalCredential - no ExternalCredential named ${external} found`]
      : [];
  },
  apply: ({ component: { fullName, xml }, stored }, rows) =>
    rows.put('NamedCredential', stored?.id ?? null, {
      DeveloperName: fullName,
      MasterLabel: (xml && textOf(xml, 'label')) ?? fullName,
      Endpoint: xml && (textOf(xml, 'endpoint') ?? parameterOf(xml, 'Url')),
      PrincipalType: (xml && textOf(xml, 'principalType')) ?? 'NamedUser',
      CalloutOptionsGenerateAuthorizationHeader: xml !== null && flagOf(xml, 'generateAuthorizationHeader', true),
      CalloutOptionsAllowMergeFieldsInHeader: xml !== null && flagOf(xml, 'allowMergeFieldsInHeader'),
      CalloutOptionsAllowMergeFieldsInBody: xml !== null && flagOf(xml, 'allowMergeFieldsInBody')
    }),
  remove: (stored, rows) => rows.delete('NamedCredential', 'Id', stored.id)
};

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_externalcredential.htm */
export const externalCredential: RowHandler = {
  type: 'ExternalCredential',
  elements: {
    type: 'ExternalCredential',
    used: ['fullName', 'label', 'authenticationProtocol', 'externalCredentialParameters'],
    cosmetic: ['description', 'authenticationProtocolVariant']
  },
  apply: ({ component: { fullName, xml }, stored }, rows) =>
    rows.put('ExternalCredential', stored?.id ?? null, {
      DeveloperName: fullName,
      MasterLabel: (xml && textOf(xml, 'label')) ?? fullName,
      AuthenticationProtocol: xml && textOf(xml, 'authenticationProtocol')
    }),
  remove: (stored, rows) => rows.delete('ExternalCredential', 'Id', stored.id)
};
