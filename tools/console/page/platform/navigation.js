/** Navigation by the address after `#`: `#/n/Tab?c__kind=event` and `#/r/RECORD_ID/Object__c`. */

const Navigate = Symbol('Navigate');
const GenerateUrl = Symbol('GenerateUrl');

/**
 * What an address stands for.
 * @param {string} hash as in `location.hash`
 * @returns {object} a page reference
 */
export function pageOf(hash) {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [kind, name, objectApiName] = path.split('/');
  if (kind === 'r') {
    return {
      type: 'standard__recordPage',
      attributes: { recordId: name, objectApiName, actionName: 'view' },
      state: {}
    };
  }
  const apiName = name ?? 'Integration_Overview';
  return {
    type: 'standard__navItemPage',
    attributes: { apiName },
    state: Object.fromEntries(new URLSearchParams(query))
  };
}

/**
 * The address of a page.
 * @param {object} reference a page reference
 * @returns {string} with `#`
 */
export function hashOf({ type, attributes, state }) {
  if (type === 'standard__recordPage') {
    return ['#/r', attributes.recordId, attributes.objectApiName].filter(Boolean).join('/');
  }
  if (type !== 'standard__navItemPage') throw new Error(`not supported by the page: a page of type ${type}`);
  const query = new URLSearchParams(state ?? {}).toString();
  return `#/n/${attributes.apiName}${query ? `?${query}` : ''}`;
}

/**
 * Adds navigation to a component.
 * @param {Function} Base class
 * @returns {Function} class
 */
export function NavigationMixin(Base) {
  return class extends Base {
    [Navigate](reference) {
      window.location.hash = hashOf(reference);
    }

    [GenerateUrl](reference) {
      return Promise.resolve(hashOf(reference));
    }
  };
}
NavigationMixin.Navigate = Navigate;
NavigationMixin.GenerateUrl = GenerateUrl;

/** Wire adapter of the page that is shown. */
export class CurrentPageReference {
  constructor(emit) {
    this.emit = emit;
    this.tell = () => this.emit(pageOf(window.location.hash));
  }

  connect() {
    window.addEventListener('hashchange', this.tell);
    this.tell();
  }

  update() {}

  disconnect() {
    window.removeEventListener('hashchange', this.tell);
  }
}
