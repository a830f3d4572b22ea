/**
 * A refusal of a token request, in the shape of RFC 6749, section 5.2.
 * Source of the codes: https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_flow_errors.htm
 */
export class OAuthError extends Error {
  constructor(
    readonly code:
      | 'invalid_request'
      | 'invalid_client_id'
      | 'invalid_client'
      | 'invalid_grant'
      | 'invalid_token'
      | 'unsupported_grant_type'
      | 'inactive_user',
    description: string
  ) {
    super(description);
    this.name = 'OAuthError';
  }
}
