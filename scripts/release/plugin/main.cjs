// The entry of the plugin's executable. It does what sdk/src/plugin.ts does, without looking for Node and for Pulumi's SDK.
const { serve } = require("../../../sdk/dist/doors/plugin/server");

serve();
