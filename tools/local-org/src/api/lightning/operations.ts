import { describeUncaught } from '../../apex/runtime/errors.js';
import type { RuntimeClass } from '../../apex/runtime/transaction.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { serializeForLightning } from '../../stdlib/json/serialize.js';
import { parseJson, type JsonNode } from '../../stdlib/json/tree.js';
import { typedValue } from '../../stdlib/json/typed.js';
import { PlatformError } from '../../values/platform-error.js';

/** What a component asks for when it calls `@salesforce/apex/Class.method`. */
export interface LightningCall {
  readonly className: string;
  readonly methodName: string;
  /** JSON object of the parameters, by name. */
  readonly parameters: string;
  /** Asked through a wire adapter, which takes methods with `cacheable=true` only. */
  readonly wired: boolean;
}

/** `body` of the error that the component gets. */
export interface LightningProblem {
  readonly message: string;
  readonly exceptionType?: string;
  readonly isUserDefinedException?: boolean;
  readonly stackTrace?: string;
}

export type LightningReply =
  | { readonly ok: true; readonly value: string; readonly cacheable: boolean }
  | { readonly ok: false; readonly status: number; readonly problem: LightningProblem };

/** What modules such as `@salesforce/user/Id` and `@salesforce/customPermission/…` say about the user. */
export interface LightningSession {
  readonly userId: string;
  readonly userName: string;
  /** API names of the custom permissions that the user has. */
  readonly customPermissions: readonly string[];
}

type Method = RuntimeClass['methods'][number];

/** A call that no Apex code has seen. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message);
  }
}

export const lightningOperations: HandlerTable = {
  'lightning-call': (context: SlotContext, call: LightningCall): LightningReply => {
    try {
      // Read-only from the start where it has to be: the limit belongs to the transaction.
      const cacheable = isCacheable(context, call);
      return context.transaction(
        {
          quiddity: 'AURA',
          limits: cacheable ? 'read-only' : 'synchronous',
          operation: `${call.className}.${call.methodName}`
        },
        (tx) => ({ ok: true, value: invoke(tx, call), cacheable })
      );
    } catch (error) {
      return failed(error);
    }
  },

  'lightning-session': (context: SlotContext): LightningSession =>
    context.transaction({}, (tx) => {
      const names = tx.db.query('SELECT developername FROM custompermission ORDER BY developername', []).rows;
      return {
        userId: tx.user.id,
        userName: String(tx.db.query('SELECT name FROM "user" WHERE id = $1', [tx.user.id]).rows[0]?.[0] ?? ''),
        customPermissions: names.map(([name]) => String(name)).filter((name) => tx.rights.customPermission(name))
      };
    })
};

function isCacheable(context: SlotContext, call: LightningCall): boolean {
  const { code } = context.slot.image;
  const method = findMethod(code.type(call.className), call);
  const cacheable = annotationOf(method)?.values.cacheable === true;
  if (call.wired && !cacheable) {
    throw new Refusal(
      500,
      `${call.className}.${call.methodName} is not annotated with @AuraEnabled(cacheable=true), so it cannot be wired. Call it imperatively.`
    );
  }
  return cacheable;
}

function findMethod(type: RuntimeClass | null, { className, methodName }: LightningCall): Method {
  const method = type?.methods.find(
    (candidate) =>
      candidate.name.toLowerCase() === methodName.toLowerCase() && candidate.isStatic && annotationOf(candidate)
  );
  if (!method) {
    throw new Refusal(
      404,
      `There is no static method ${className}.${methodName} with @AuraEnabled. Deploy the class, or correct the import of the component.`
    );
  }
  return method;
}

const annotationOf = (method: Method): Method['annotations'][number] | undefined =>
  method.annotations.find(({ name }) => name.toLowerCase() === 'auraenabled');

function invoke(tx: SlotTransaction, call: LightningCall): string {
  const type = tx.code.type(call.className);
  const method = findMethod(type, call);
  const { name } = (type as RuntimeClass).type;
  if (!tx.rights.apexClass(name)) {
    throw new Refusal(403, `You do not have access to the Apex class named '${name}'.`);
  }
  const args = argumentsOf(method, call.parameters);
  (type as RuntimeClass).initialize();
  return serializeForLightning((type as RuntimeClass).call(method.slot, args));
}

/** Parameters bind by name; one that is missing is null. */
function argumentsOf(method: Method, text: string): unknown[] {
  const root = parametersIn(text);
  return method.parameters.map(({ name, type }) => {
    const node = root.get(name.toLowerCase());
    if (!node) return null;
    try {
      return typedValue(node, type, false);
    } catch (error) {
      if (error instanceof PlatformError) throw new Refusal(500, `Parameter ${name}: ${error.message}`);
      throw error;
    }
  });
}

function parametersIn(text: string): Map<string, JsonNode> {
  let root: JsonNode;
  try {
    root = parseJson(text);
  } catch (error) {
    throw new Refusal(400, `The parameters are no JSON: ${(error as Error).message}`);
  }
  if (root.kind !== 'object') throw new Refusal(400, 'The parameters must be a JSON object.');
  return new Map(root.entries.map(([name, node]) => [name.toLowerCase(), node]));
}

/**
 * An exception that left the method. Of AuraHandledException the component gets the text alone; of others type, text and
 * stack, as in an org whose user may see them.
 */
function failed(error: unknown): LightningReply {
  if (error instanceof Refusal) return { ok: false, status: error.status, problem: { message: error.message } };
  const uncaught = describeUncaught(error);
  if (uncaught.isInternal) throw error;
  const { exception, typeName, message, stackTrace } = uncaught;
  if (typeName === 'System.AuraHandledException') {
    const detail = exception?.detail as { clientMessage?: string | null } | null | undefined;
    return { ok: false, status: 500, problem: { message: detail?.clientMessage ?? 'Script-thrown exception' } };
  }
  return {
    ok: false,
    status: 500,
    problem: { exceptionType: typeName, isUserDefinedException: !typeName.startsWith('System.'), message, stackTrace }
  };
}
