import { testCombinations } from "./suite";

testCombinations("versions");
