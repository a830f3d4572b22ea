import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexMap } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { platformType, STRING } from '../../values/type.js';

const TYPE = platformType('System', 'PageReference');

/** A System.PageReference: an address with parameters. No page is ever rendered. */
export class PageReference extends PlatformObject {
  readonly parameters = new ApexMap(STRING, STRING);
  readonly headers = new ApexMap(STRING, STRING);
  readonly cookies = new ApexMap(STRING, platformType('System', 'Cookie'));
  private readonly path: string;
  anchor: string | null = null;
  redirect = false;
  redirectCode = 0;

  constructor(url: string) {
    super();
    const [address = '', anchor] = url.split('#');
    const [path = '', query = ''] = address.split('?');
    this.path = path;
    this.anchor = anchor ?? null;
    for (const [name, value] of new URLSearchParams(query)) this.parameters.put(name, value);
  }

  override get apexType() {
    return TYPE;
  }

  get url(): string {
    const query = [...this.parameters].map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
    return `${this.path}${query === '' ? '' : `?${query}`}${this.anchor === null ? '' : `#${this.anchor}`}`;
  }

  override apexText(): string {
    return `System.PageReference[${this.url}]`;
  }
}

const encode = (value: unknown): string =>
  encodeURIComponent(value === null ? '' : String(value)).replaceAll('%20', '+');

/** The page a test set by Test.setCurrentPage; one without a name in other tests, whose parameters they may set; else null. */
export function currentPage(): PageReference | null {
  const { state, isTest } = currentTransaction();
  const known = state.get('currentPage') as PageReference | undefined;
  if (known || !isTest) return known ?? null;
  const page = new PageReference('');
  state.set('currentPage', page);
  return page;
}

export function setCurrentPage(page: PageReference): void {
  currentTransaction().state.set('currentPage', page);
}
