import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.StubProvider',
  kind: 'interface',
  source: apexReference('apex_interface_System_StubProvider'),
  abstracts: ['Object handleMethodCall(Object, String, System.Type, List<System.Type>, List<String>, List<Object>)']
});
