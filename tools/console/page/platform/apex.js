/** What `@salesforce/apex` and `@salesforce/apex/Class.method` are on the platform, over HTTP to the local org. */

/** What wires have shown, by method and parameters; asked again by `refreshApex` only. */
const answers = new Map();
/** Which answer an emitted value belongs to. */
const answerOf = new WeakMap();

/**
 * A method that is called or wired.
 * @param {string} className
 * @param {string} methodName
 * @returns {Function} with an `adapter`, as `@wire` takes it
 */
export function apexMethod(className, methodName) {
  const path = `/apex/${className}/${methodName}`;
  const method = (parameters) => post(path, parameters ?? {}, false);
  method.adapter = class {
    constructor(emit) {
      this.emit = emit;
      this.answer = null;
      emit({ data: undefined, error: undefined });
    }

    connect() {}

    update(parameters) {
      // A parameter that is undefined is not known yet.
      if (Object.values(parameters ?? {}).some((value) => value === undefined)) return;
      const answer = findAnswer(path, parameters ?? {});
      if (answer === this.answer) return;
      this.disconnect();
      this.answer = answer;
      answer.add(this.emit);
    }

    disconnect() {
      this.answer?.remove(this.emit);
      this.answer = null;
    }
  };
  return method;
}

/**
 * Asks again for what a wire has shown.
 * @param {object} value as the wire emitted it
 * @returns {Promise<void>}
 */
export async function refreshApex(value) {
  await answerOf.get(value)?.load();
}

function findAnswer(path, parameters) {
  const key = `${path} ${JSON.stringify(parameters)}`;
  let answer = answers.get(key);
  if (!answer) answers.set(key, (answer = new Answer(path, parameters)));
  return answer;
}

class Answer {
  constructor(path, parameters) {
    this.path = path;
    this.parameters = parameters;
    this.value = undefined;
    this.listeners = new Set();
    this.loading = null;
  }

  add(emit) {
    this.listeners.add(emit);
    if (this.value) emit(this.remember());
    else if (!this.loading) this.load();
  }

  remove(emit) {
    this.listeners.delete(emit);
    // On the platform an answer grows old; here it is forgotten when nobody looks at it.
    if (this.listeners.size === 0) this.value = undefined;
  }

  load() {
    this.loading = post(this.path, this.parameters, true)
      .then(
        (data) => ({ data, error: undefined }),
        (error) => ({ data: undefined, error })
      )
      .then((value) => {
        this.value = value;
        this.loading = null;
        for (const emit of this.listeners) emit(this.remember());
      });
    return this.loading;
  }

  /** The value, as an object of its own for each listener. */
  remember() {
    const copy = { ...this.value };
    answerOf.set(copy, this);
    return copy;
  }
}

async function post(path, parameters, wired) {
  const response = await fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-console': 'call',
      ...(wired ? { 'x-lightning-wired': 'true' } : {})
    },
    body: JSON.stringify(parameters)
  });
  const body = await response.json().catch(() => ({ message: response.statusText }));
  if (response.ok) return wired ? freeze(body.returnValue) : body.returnValue;
  const { status, statusText } = response;
  throw Object.assign(new Error(statusText), {
    body: Array.isArray(body) ? body[0] : body,
    status,
    statusText,
    ok: false,
    errorType: 'fetchResponse'
  });
}

/** What a wire shows belongs to the cache: components may not change it. */
function freeze(value) {
  if (value !== null && typeof value === 'object') Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}
