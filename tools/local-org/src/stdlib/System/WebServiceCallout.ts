import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { ApexList, ApexMap } from '../../values/collections.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { mockOf } from '../support/mocks.js';
import { apexReference } from '../support/reference.js';

interface ServiceMock {
  doinvoke$9(stub: unknown, request: unknown, response: ApexMap, ...info: readonly (string | null)[]): void;
}

/** What classes generated from a WSDL call. `info`: endpoint, action, namespace and name of request and response, response type. */
function invoke(stub: unknown, request: unknown, response: unknown, info: ApexList | null): void {
  const [endpoint, action, , requestName, responseNamespace, responseName, responseType] = required(info, 4).items as (
    string | null
  )[];
  const transaction = currentTransaction();
  if (!transaction.isTest) throw new NotSupportedError('SOAP callouts (WebServiceCallout.invoke) outside of tests');
  const mock = mockOf('system.webservicemock') as ServiceMock;
  transaction.callouts.prepareMock();
  const answer = required(response as ApexMap | null, 3);
  mock.doinvoke$9(
    stub,
    request,
    answer,
    endpoint ?? null,
    action ?? null,
    requestName ?? null,
    responseNamespace ?? null,
    responseName ?? null,
    responseType ?? null
  );
}

export default definePlatformType({
  name: 'System.WebServiceCallout',
  source: apexReference('apex_class_System_WebServiceCallout'),
  statics: {
    // The map holds instances of a generated class; the platform takes any.
    'void invoke(Object, Object, Object, List<String>)': invoke
  }
});
