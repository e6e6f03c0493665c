import { testCombinations } from "./suite";

testCombinations("oldest versions");
