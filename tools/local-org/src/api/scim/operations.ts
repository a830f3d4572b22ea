import { ApiError } from '../../platform/api-error.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { SObjectRecord } from '../../values/record.js';
import { issueRefreshToken } from '../oauth/operations.js';
import { AS_USER } from '../rest/query-operation.js';

/** A user that an identity provider, or the CLI, asks for. */
export interface UserRequest {
  readonly username: string;
  readonly email: string;
  readonly lastName: string;
  readonly firstName: string | null;
  readonly nickname: string | null;
  readonly profileId: string;
  /** The app to whom the new user's refresh token is given; null: none is wanted. */
  readonly approvedClientId: string | null;
}

export interface CreatedUser {
  readonly id: string;
  readonly refreshToken: string | null;
}

const MAX_ALIAS = 8;

export const scimOperations: HandlerTable = {
  'scim-create-user': (context: SlotContext, request: UserRequest): CreatedUser =>
    context.transaction({}, (tx) => {
      const id = insertUser(tx, request);
      const clientId = request.approvedClientId;
      return { id, refreshToken: clientId === null ? null : issueRefreshToken(tx, { userId: id, clientId }) };
    })
};

/** What the request does not say, the new user has as the one who asks. */
function insertUser(tx: SlotTransaction, request: UserRequest): string {
  const record = new SObjectRecord('User');
  const [like] = tx.db.query(
    'SELECT timezonesidkey, languagelocalekey, localesidkey, emailencodingkey FROM "user" WHERE id = $1',
    [tx.user.id]
  ).rows;
  const [timeZone, language, locale, encoding] = like ?? [];
  const values: Readonly<Record<string, unknown>> = {
    username: request.username,
    email: request.email,
    lastname: request.lastName,
    firstname: request.firstName,
    communitynickname: request.nickname,
    alias: request.lastName.replaceAll(/\W/g, '').slice(0, MAX_ALIAS) || 'user',
    profileid: request.profileId,
    timezonesidkey: timeZone,
    languagelocalekey: language,
    localesidkey: locale,
    emailencodingkey: encoding
  };
  for (const [name, value] of Object.entries(values)) record.fields.set(name, value ?? null);
  const [result] = tx.dml('insert', [record], { allOrNone: false, access: AS_USER, externalIdField: null });
  const error = result?.errors[0];
  if (error || !result?.id) {
    throw new ApiError(400, error?.statusCode ?? 'UNKNOWN_EXCEPTION', error?.message ?? '', error?.fields ?? []);
  }
  return result.id;
}
