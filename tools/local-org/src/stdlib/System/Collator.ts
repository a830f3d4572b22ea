import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { userLocale } from '../support/locale.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'Collator');

/** Orders texts as the user's locale does; null comes first. */
class Collator extends PlatformObject {
  private readonly collator: Intl.Collator;

  constructor(locale: string) {
    super();
    this.collator = new Intl.Collator(locale);
  }

  override get apexType() {
    return TYPE;
  }

  compare$2(left: string | null, right: string | null): number {
    if (left === null || right === null) return left === right ? 0 : left === null ? -1 : 1;
    return this.collator.compare(left, right);
  }
}

export default definePlatformType({
  name: 'System.Collator',
  source: apexReference('apex_class_System_Collator'),
  implements: ['Comparator<String>'],
  statics: { 'System.Collator getInstance()': () => new Collator(userLocale()) },
  methods: {
    'Integer compare(String, String)': (self: Collator, left: string | null, right: string | null) =>
      self.compare$2(left, right)
  }
});
