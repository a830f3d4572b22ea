import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.WebServiceMock',
  kind: 'interface',
  source: apexReference('apex_interface_webservicemock'),
  abstracts: ['void doInvoke(Object, Object, Map<String, Object>, String, String, String, String, String, String)']
});
