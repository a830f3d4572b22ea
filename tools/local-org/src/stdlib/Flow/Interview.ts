import { NotSupportedError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

/** Code that runs flows compiles; a flow itself cannot run here. */
const noFlows = (): never => {
  throw new NotSupportedError('running flows (Flow.Interview)');
};

export default definePlatformType({
  name: 'Flow.Interview',
  source: apexReference('apex_methods_system_flow_interview'),
  virtual: true,
  statics: {
    'Flow.Interview createInterview(String, Map<String, Object>)': noFlows,
    'Flow.Interview createInterview(String, String, Map<String, Object>)': noFlows
  },
  methods: {
    'Object getVariableValue(String)': noFlows,
    'void start()': noFlows
  }
});
