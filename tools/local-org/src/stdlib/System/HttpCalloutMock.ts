import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.HttpCalloutMock',
  kind: 'interface',
  source: apexReference('apex_interface_httpcalloutmock'),
  abstracts: ['HttpResponse respond(HttpRequest)']
});
