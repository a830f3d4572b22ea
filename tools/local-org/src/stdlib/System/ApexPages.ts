import type { ApexException } from '../../apex/runtime/exception.js';
import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList } from '../../values/collections.js';
import { platformEnumValue, type EnumValue } from '../../values/enum.js';
import { platformType } from '../../values/type.js';
import { PageMessage } from '../ApexPages/Message.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { currentPage } from '../support/page-reference.js';
import { apexReference } from '../support/reference.js';

/** Messages of the page, kept for the transaction. */
function messages(): PageMessage[] {
  const { state } = currentTransaction();
  let list = state.get('pageMessages') as PageMessage[] | undefined;
  if (!list) state.set('pageMessages', (list = []));
  return list;
}

/** The same message appears once. */
function addMessage(message: PageMessage | null): void {
  const given = required(message);
  if (!messages().some((known) => known.apexEquals(given))) messages().push(given);
}

export default definePlatformType({
  name: 'System.ApexPages',
  source: apexReference('apex_methods_system_apexpages'),
  statics: {
    'void addMessage(ApexPages.Message)': addMessage,
    'void addMessages(Exception)': (exception: ApexException | null) => {
      const text = required(exception).getMessage();
      addMessage(new PageMessage(platformEnumValue('apexpages.severity', 'ERROR'), text, text, null));
    },
    'System.PageReference currentPage()': currentPage,
    'List<ApexPages.Message> getMessages()': () => new ApexList(platformType('ApexPages', 'Message'), [...messages()]),
    'Boolean hasMessages()': () => messages().length > 0,
    'Boolean hasMessages(ApexPages.Severity)': (severity: EnumValue | null) =>
      messages().some((message) => message.severity === severity)
  }
});
