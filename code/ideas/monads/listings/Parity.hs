-- How readMaybe reads the inputs given on standard input, one a line.
module Main (main) where

import Text.Read (readMaybe)

main :: IO ()
main = interact (unlines . map answer . lines)
  where
    answer text = maybe "null" show (readMaybe text :: Maybe Double)
