import { testCombinations } from "./suite";

testCombinations("programs");
